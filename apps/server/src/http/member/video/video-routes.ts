import type { Db } from '../../../db/pool.ts';
import type { Identity } from '../../../identity.ts';
import { createFileCache } from '../../../video/file-cache.ts';
import type { FilmStore } from '../../../video/film-store.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { houseFilmsRoute } from '../book/house-films.ts';
import { buyVideoRoute } from './buy-video.ts';
import { filmFilesRoute } from './film-files.ts';
import {
  forgetVideoHistoryRoute,
  forgetWatchedVideoRoute,
  listVideoHistoryRoute,
  noteVideoPlayRoute,
  noteVideoProgressRoute,
  setVideoChoicesRoute,
  videoChoicesRoute,
} from './own-videos.ts';
import { readVideoCoverRoute } from './read-video-cover.ts';
import {
  featuredVideosRoute,
  listVideosRoute,
  readVideoRoute,
  relatedVideosRoute,
  videoClassesRoute,
} from './videos.ts';
import { watchVideoRoute } from './watch-video.ts';

/** What the library's endpoints and files need. */
export interface VideoRoutesDeps {
  db: Db;
  house: { locale: string };
  security: SecurityOptions;
  filmKey: Buffer;
  store: FilmStore;
  accel: string | null;
  nowMs(): number;
  onBalance(identity: Identity, availableMinor: bigint): void;
}

/** Of films in memory: what is watched right now, not the library. */
const CACHE_BYTES = 256 * 1_024 * 1_024;

export function videoRoutes(http: Http, deps: VideoRoutesDeps): void {
  const files = createFileCache(deps.store, CACHE_BYTES);
  houseFilmsRoute(http, deps);
  videoClassesRoute(http, deps);
  listVideosRoute(http, deps);
  featuredVideosRoute(http, deps);
  readVideoRoute(http, deps);
  readVideoCoverRoute(http, { db: deps.db, files });
  relatedVideosRoute(http, deps);
  watchVideoRoute(http, deps);
  buyVideoRoute(http, deps);
  noteVideoProgressRoute(http, deps);
  noteVideoPlayRoute(http, deps);
  listVideoHistoryRoute(http, deps);
  forgetVideoHistoryRoute(http, deps);
  forgetWatchedVideoRoute(http, deps);
  videoChoicesRoute(http, deps);
  setVideoChoicesRoute(http, deps);
  filmFilesRoute(http, { ...deps, files });
}
