import Hls from 'hls.js/light';
import { retryingLoader } from './loader-with-retry.ts';
import type { Source, SourceAsk } from './source.ts';

/** Of the line so far, from film to film: the next one begins in the size that fits it. Before the first: modest. */
let bandwidthBps = 1_200_000;

const SECONDS_AHEAD = 12;
const SECONDS_AHEAD_MAX = 30;
const SECONDS_KEPT = 30;

/** A film by hls.js: small buffers, so that the first picture and a seek come soon and little is loaded for nothing. */
export function openHls(ask: SourceAsk): Source {
  const { video, onSizes, onSize, onGivenUp } = ask;
  const hls = new Hls({
    loader: retryingLoader(ask),
    // Its files need no repacking, and a worker from a blob is nothing that the pages may start.
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
      // What is loaded in the old size is thrown away: the choice is seen at once. Back to automatic it may stay.
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

/** As people name sizes: by the shorter side, also of a film that stands upright. */
function sizeOf(level: { width: number; height: number } | undefined): number {
  return level === undefined ? 0 : Math.min(level.width, level.height);
}
