import { type RefObject, useEffect } from 'react';

/** Keeps the screen on while the film plays. */
export function useWakeLock(picture: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const video = picture.current;
    if (video === null || navigator.wakeLock === undefined) return;
    const end = new AbortController();
    const { signal } = end;
    let lock: Promise<WakeLockSentinel | null> | null = null;

    function follow(playing: boolean): void {
      if (!playing) {
        void lock?.then((held) => held?.release());
        lock = null;
      } else {
        // A phone in power-saving mode may refuse; the film plays on.
        lock ??= navigator.wakeLock.request('screen').catch(() => null);
      }
    }

    const look = () => {
      // The browser releases the lock of a hidden page.
      if (document.visibilityState === 'hidden') lock = null;
      else follow(!video.paused && !video.ended);
    };
    for (const name of ['play', 'pause', 'ended']) video.addEventListener(name, look, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    look();
    return () => {
      end.abort();
      follow(false);
    };
  }, [picture]);
}
