/** Preloaded with `node --import`: shifts the process's clock by an offset from the environment. */
const wrongByMs = Number(process.env.TERCET_CHAOS_CLOCK_MS ?? 0);
const right = Date.now.bind(Date);
Date.now = () => right() + wrongByMs;
