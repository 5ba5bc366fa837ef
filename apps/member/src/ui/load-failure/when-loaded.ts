import { onAskAgain } from './load-failure.ts';

/**
 * Calls `start` once the code has loaded, with retries by `askAgain`. The returned function stops it, or cancels it
 * before the start.
 */
export function whenLoaded<T>(load: () => Promise<T>, start: (code: T) => () => void): () => void {
  let stop: (() => void) | null = null;
  let left = false;
  const ask = () =>
    load().then(
      (code) => {
        if (left || stop !== null) return;
        stopAsking();
        stop = start(code);
      },
      () => undefined,
    );
  const stopAsking = onAskAgain(ask);
  void ask();
  return () => {
    left = true;
    stopAsking();
    stop?.();
  };
}
