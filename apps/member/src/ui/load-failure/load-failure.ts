/**
 * Why a file of the app did not come. `no-line`: nothing answers. `away`: the club answers with an error. `missing`:
 * the club does not have it. `renewed`: the club has a newer version of the app. `broken`: it came and did not run.
 */
export type FailureReason = 'no-line' | 'away' | 'missing' | 'renewed' | 'broken';

export class LoadFailure extends Error {
  readonly because: FailureReason;

  constructor(because: FailureReason, url: string, cause?: unknown) {
    super(`${url}: ${because}`, { cause });
    this.name = 'LostCode';
    this.because = because;
  }
}

/** Anything else that is thrown while a part is shown is a fault of the app. */
export function failureReason(error: unknown): FailureReason {
  return error instanceof LoadFailure ? error.because : 'broken';
}

const listeners = new Set<() => void>();
let turn = 0;

/** Has all parts whose code is lost ask for it again. */
export function askAgain(): void {
  turn += 1;
  for (const listener of [...listeners]) listener();
}

/** How often all parts were asked for again. */
export function askedAgain(): number {
  return turn;
}

export function onAskAgain(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
