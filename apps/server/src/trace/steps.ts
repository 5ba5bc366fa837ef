/** Attributes of a step: routes, draws, counts. Never a member, an amount or a key. */
export interface About {
  [name: string]: string | number | undefined;
}

/** Trace context of some work. Opaque, except to its recorder. */
export interface Place {
  readonly traceId: string;
}

export interface StepOptions {
  /** The step's draw. All steps of a draw form one trace across processes. */
  drawId?: string;
  /** Callers that share the work, if there are several. */
  for?: readonly (Place | null)[];
  kind?: 'client';
}

/**
 * Records steps. Without a recorder (the default) a step only runs its work. The implementation is loaded on demand
 * (`open-traces.ts`).
 */
export interface StepRecorder {
  step<T>(name: string, about: About, options: StepOptions, work: () => Promise<T>): Promise<T>;
  here(): Place | null;
}

// Deliberately global instead of an argument of each function: no decision depends on it.
let recorder: StepRecorder | null = null;

/** Starts recording steps. Null stops it. */
export function recordSteps(by: StepRecorder | null): void {
  recorder = by;
}

/** Runs the work as a step of the current trace, or of a new one. */
export function step<T>(name: string, about: About, work: () => Promise<T>, options: StepOptions = {}): Promise<T> {
  return recorder === null ? work() : recorder.step(name, about, options, work);
}

/** Trace context of the current work. Null if it is not recorded. */
export function placeNow(): Place | null {
  return recorder?.here() ?? null;
}
