/** What a step is about, in a few words: routes, draws, counts; never a member, an amount or a key. */
export interface About {
  [name: string]: string | number | undefined;
}

/** Where in a trace some work stands; opaque to all but who made it. */
export interface Place {
  readonly traceId: string;
}

export interface StepOptions {
  /** The draw that it is a part of: all steps of one draw are one trace, whichever process did them. */
  drawId?: string;
  /** What it is done for, where that is more than one thing. */
  for?: readonly (Place | null)[];
  kind?: 'client';
}

/**
 * What records steps. Where there is none (the usual case) a step is its work and nothing else: it is loaded only when
 * it is asked for (`open-traces.ts`).
 */
export interface StepRecorder {
  step<T>(name: string, about: About, options: StepOptions, work: () => Promise<T>): Promise<T>;
  here(): Place | null;
}

// One for the whole process, and no argument of each function, on purpose: nothing that is decided rests on it.
let recorder: StepRecorder | null = null;

/** From now on steps are recorded; null: no longer. */
export function recordSteps(by: StepRecorder | null): void {
  recorder = by;
}

/** Does the work, as a step of what is under way or, where nothing is, by itself. */
export function step<T>(name: string, about: About, work: () => Promise<T>, options: StepOptions = {}): Promise<T> {
  return recorder === null ? work() : recorder.step(name, about, options, work);
}

/** Where the work under way stands; null where nobody follows it. */
export function placeNow(): Place | null {
  return recorder?.here() ?? null;
}
