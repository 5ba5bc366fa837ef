/** Longest time without yielding to the event loop, plus the step in progress. */
const SLICE_MS = 4;

/** Runs all steps, and yields to the event loop after each slice of time. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  let untilMs = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < untilMs) continue;
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    untilMs = performance.now() + SLICE_MS;
  }
}

/** Runs all steps without yielding. For callers where nothing else needs the event loop. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
