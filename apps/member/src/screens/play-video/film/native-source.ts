import { nextTryAtMs, patienceMs, type Tries } from './retry-rule.ts';
import type { Source, SourceAsk } from './source.ts';

/** Plays a film with the browser's own HLS where hls.js cannot run, as on iPhones. The browser chooses the size. */
export function openNative(ask: SourceAsk): Source {
  const { video } = ask;
  let tries: Tries = freshTries();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let atMs = ask.atMs;

  function load(): void {
    video.src = ask.playlist;
    watch();
  }

  function watch(): void {
    clearTimeout(timer);
    timer = setTimeout(tryAgain, patienceMs(tries, performance.now()));
  }

  function tryAgain(): void {
    clearTimeout(timer);
    const next = nextTryAtMs(tries, performance.now());
    if (next === null) {
      ask.onGivenUp(false);
      return;
    }
    timer = setTimeout(() => {
      tries = { ...tries, retries: tries.retries + 1, triedAtMs: performance.now() };
      ask.onRetry(tries.retries);
      const playing = !video.paused;
      // The browser does not report why a file failed, so request a new grant with each retry.
      void ask.renew().then(() => {
        load();
        if (playing) void video.play().catch(() => undefined);
      });
    }, next - performance.now());
  }

  const heard = () => {
    clearTimeout(timer);
    tries = freshTries();
  };
  const begin = () => {
    heard();
    if (Math.abs(video.currentTime * 1000 - atMs) > 500) video.currentTime = atMs / 1000;
  };
  const note = () => {
    if (video.readyState > 0 && !video.seeking) atMs = video.currentTime * 1000;
  };
  video.addEventListener('loadedmetadata', begin);
  video.addEventListener('progress', heard);
  video.addEventListener('timeupdate', note);
  video.addEventListener('error', tryAgain);
  load();
  return {
    choose: () => undefined,
    retry(fromMs) {
      atMs = fromMs;
      tries = freshTries();
      load();
    },
    close() {
      clearTimeout(timer);
      video.removeEventListener('loadedmetadata', begin);
      video.removeEventListener('progress', heard);
      video.removeEventListener('timeupdate', note);
      video.removeEventListener('error', tryAgain);
      video.removeAttribute('src');
      video.load();
    },
  };
}

function freshTries(): Tries {
  const now = performance.now();
  return { retries: 0, triedAtMs: now, quietSinceMs: now };
}
