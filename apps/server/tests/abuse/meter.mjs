// Loaded into a process of the API by `node --import`: tells what its thread, which runs the event loop, has spent of a
// core, and the longest that it was held without serving anybody else.

/** CPU time of this thread alone, in milliseconds: what else the machine does is not in it. */
function cpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let isWatching = false;
let beganMs = 0;
let turnMs = 0;
let longestMs = 0;

/** The loop goes round and round meanwhile; each turn is as long as what it had to do. */
function turn() {
  const now = cpuMs();
  longestMs = Math.max(longestMs, now - turnMs);
  turnMs = now;
  if (isWatching) setImmediate(turn);
}

const ACTS = {
  /** What is spent from here on. */
  spend() {
    beganMs = cpuMs();
  },
  spent: () => cpuMs() - beganMs,
  watch() {
    isWatching = true;
    longestMs = 0;
    turnMs = cpuMs();
    setImmediate(turn);
  },
  /** The longest turn since then. */
  watched() {
    isWatching = false;
    turn();
    return longestMs;
  },
};

process.on('message', (/** @type {{ id: number, act: keyof typeof ACTS }} */ { id, act }) => {
  process.send?.({ id, ms: ACTS[act]() ?? 0 });
});
// Whoever measures is gone.
process.on('disconnect', () => process.exit(1));
