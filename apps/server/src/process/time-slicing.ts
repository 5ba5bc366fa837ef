/** Longest time without yielding to the event loop, plus the step in progress. */
const SLICE_MS = 4;

/** Deadline of the work in this turn of the event loop; null if none has started. Per process, as the event loop is. */
let turnUntilMs: number | null = null;

/** All runs in a turn share its deadline. Otherwise many short runs in a row would never yield. */
function turnEndsAtMs(): number {
  if (turnUntilMs === null) {
    turnUntilMs = performance.now() + SLICE_MS;
    setImmediate(() => {
      turnUntilMs = null;
    });
  }
  return turnUntilMs;
}

/** Runs all steps, and yields to the event loop after each slice of time. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    while (performance.now() >= turnEndsAtMs()) {
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs all steps without yielding. For callers where nothing else needs the event loop. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
