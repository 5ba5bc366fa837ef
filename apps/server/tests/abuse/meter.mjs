// Loaded into a process of the API by `node --import`. Measures the CPU time of the event loop's thread, and the
// longest time that one turn blocked it.

/** CPU time of this thread alone, in milliseconds: independent of other load. */
function cpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let isWatching = false;
let beganMs = 0;
let turnMs = 0;
let longestMs = 0;

/** Runs in every turn of the event loop while watching; a turn takes as long as its work. */
function turn() {
  const now = cpuMs();
  longestMs = Math.max(longestMs, now - turnMs);
  turnMs = now;
  if (isWatching) setImmediate(turn);
}

const ACTS = {
  /** Starts measuring CPU time. */
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
  /** Longest turn since `watch`, in milliseconds. */
  watched() {
    isWatching = false;
    turn();
    return longestMs;
  },
};

process.on('message', (/** @type {{ id: number, act: keyof typeof ACTS }} */ { id, act }) => {
  process.send?.({ id, ms: ACTS[act]() ?? 0 });
});
// The measuring test has ended.
process.on('disconnect', () => process.exit(1));
