import Hls from 'hls.js/light';
import { retryingLoader } from './loader-with-retry.ts';
import type { Source, SourceAsk } from './source.ts';

/** Measured bandwidth, kept between films so that the next one starts in a fitting size. The first value is low. */
let bandwidthBps = 1_200_000;

const SECONDS_AHEAD = 12;
const SECONDS_AHEAD_MAX = 30;
const SECONDS_KEPT = 30;

/** Plays a film with hls.js. Small buffers make start and seeks fast and waste little data. */
export function openHls(ask: SourceAsk): Source {
  const { video, onSizes, onSize, onGivenUp } = ask;
  const hls = new Hls({
    loader: retryingLoader(ask),
    // The files need no remuxing, and the content security policy forbids workers from blobs.
    enableWorker: false,
    startPosition: ask.atMs / 1000,
    startFragPrefetch: true,
    testBandwidth: false,
    abrEwmaDefaultEstimate: bandwidthBps,
    capLevelToPlayerSize: true,
    maxBufferLength: SECONDS_AHEAD,
    maxMaxBufferLength: SECONDS_AHEAD_MAX,
    backBufferLength: SECONDS_KEPT,
  });
  let recovered = false;
  hls.on(Hls.Events.MANIFEST_PARSED, () => onSizes(hls.levels.map(sizeOf)));
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => onSize(sizeOf(hls.levels[level])));
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
    } else onGivenUp(false);
  });
  hls.loadSource(ask.playlist);
  hls.attachMedia(video);
  return {
    choose(height) {
      const level = hls.levels.findIndex((each) => sizeOf(each) === height);
      // A fixed size discards what is buffered, so that the choice takes effect at once. Automatic (-1) keeps it.
      hls.currentLevel = level;
    },
    retry(atMs) {
      recovered = false;
      if (hls.levels.length === 0) hls.loadSource(ask.playlist);
      else hls.startLoad(atMs / 1000);
    },
    close() {
      if (hls.bandwidthEstimate > 0) bandwidthBps = hls.bandwidthEstimate;
      hls.destroy();
    },
  };
}

/** The shorter side in pixels, as sizes are usually named, also of upright films. 0 if unknown. */
function sizeOf(level: { width: number; height: number } | undefined): number {
  return level === undefined ? 0 : Math.min(level.width, level.height);
}
