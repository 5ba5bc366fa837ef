/** Reports of the position and of a play to the server. */
export interface Keeping {
  /** Sends a last report and stops. */
  stop(): void;
}

interface PositionListener {
  noteProgress(positionMs: number): void;
  notePlay(): void;
}

const NOTED_EVERY_MS = 10_000;
/** Playback time after which a play is counted. */
const PLAYED_MS = 5000;
/** The browser reports the position every quarter of a second; a larger step is a seek, not playback. */
const STEP_MS_MAX = 1000;

/**
 * Reports the position every 10 s of playback, at pauses, at the end, and when the page is hidden or left. Null for
 * `reported`: a preview, which is not reported.
 */
export function reportPosition(video: HTMLVideoElement, reported: PositionListener | null): Keeping {
  if (reported === null) return { stop: () => undefined };
  let playedMs = 0;
  let isPlay = false;
  let lastMs: number | null = null;
  let notedAt = performance.now();
  let notedMs: number | null = null;

  function note(): void {
    const atMs = Math.round(video.currentTime * 1000);
    if (video.played.length === 0 || atMs === notedMs) return;
    notedAt = performance.now();
    notedMs = atMs;
    reported?.noteProgress(atMs);
  }

  const heard: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    timeupdate() {
      const atMs = video.currentTime * 1000;
      const step = lastMs === null ? 0 : atMs - lastMs;
      lastMs = atMs;
      if (video.paused || video.seeking || step <= 0 || step > STEP_MS_MAX * video.playbackRate) return;
      playedMs += step / video.playbackRate;
      if (!isPlay && playedMs >= PLAYED_MS) {
        isPlay = true;
        reported.notePlay();
      }
      if (performance.now() - notedAt >= NOTED_EVERY_MS) note();
    },
    pause: note,
    ended: note,
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') note();
  };
  for (const [name, act] of Object.entries(heard)) video.addEventListener(name, act);
  document.addEventListener('visibilitychange', hidden);
  addEventListener('pagehide', note);
  return {
    stop() {
      for (const [name, act] of Object.entries(heard)) video.removeEventListener(name, act);
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('pagehide', note);
      note();
    },
  };
}
