/**
 * Why a file of the app failed to load. `no-line`: no connection. `away`: the server answered with an error. `missing`:
 * the server does not have the file. `renewed`: the server has a newer version of the app. `broken`: the file loaded
 * but did not run.
 */
export type FailureReason = 'no-line' | 'away' | 'missing' | 'renewed' | 'broken';

export class LoadFailure extends Error {
  readonly because: FailureReason;

  constructor(because: FailureReason, url: string, cause?: unknown) {
    super(`${url}: ${because}`, { cause });
    this.name = 'LoadFailure';
    this.because = because;
  }
}

/** `broken` for any other error, since that is a bug in the app. */
export function failureReason(error: unknown): FailureReason {
  return error instanceof LoadFailure ? error.because : 'broken';
}

const listeners = new Set<() => void>();
let turn = 0;

/** Retries all parts whose code failed to load. */
export function askAgain(): void {
  turn += 1;
  for (const listener of [...listeners]) listener();
}

/** Number of calls of `askAgain`. */
export function countRetries(): number {
  return turn;
}

export function onAskAgain(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
