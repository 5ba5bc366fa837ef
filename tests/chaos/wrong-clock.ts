/** Loaded before a program (`node --import`): its machine's clock goes wrong by so much, as each start is told. */
const wrongByMs = Number(process.env.TERCET_CHAOS_CLOCK_MS ?? 0);
const right = Date.now.bind(Date);
Date.now = () => right() + wrongByMs;
