import { onAskAgain } from './load-failure.ts';

/** Starts once the code is there, unless it is not wanted any more by then. Returns the way to stop. */
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
