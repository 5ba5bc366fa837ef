/** So long other requests wait at most, beside the step that is under way. */
const SLICE_MS = 4;

/** Runs steps to their end. After each slice of time the event loop serves whoever else waits. */
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

/** Runs steps to their end at once: for where nobody waits. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
