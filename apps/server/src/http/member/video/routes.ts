import { startPictures } from '../../../pictures/pictures.ts';
import { createFileCache, type FileCache } from '../../../video/file-cache.ts';
import { createSmallCovers, type SmallCovers } from '../../../video/small-covers.ts';
import type { Http } from '../../http.ts';
import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { buyVideoRoute } from './buy-video.ts';
import { filmFilesRoute } from './film-files.ts';
import { readVideoCoverRoute } from './read-video-cover.ts';
import {
  featuredVideosRoute,
  listVideosRoute,
  readVideoRoute,
  relatedVideosRoute,
  videoClassesRoute,
} from './videos.ts';
import {
  forgetVideoHistoryRoute,
  forgetWatchedVideoRoute,
  listVideoHistoryRoute,
  noteVideoPlayRoute,
  noteVideoProgressRoute,
  setVideoChoicesRoute,
  videoChoicesRoute,
} from './watch-history.ts';
import { addWatchLaterRoute, listWatchLaterRoute, removeWatchLaterRoute } from './watch-later.ts';
import { watchVideoRoute } from './watch-video.ts';

/** Bytes of film files in memory: the files being watched now, not the whole library. */
const CACHE_BYTES = 256 * 1_024 * 1_024;

export function cacheOfFilms({ films }: Pick<MemberDeps, 'films'>): FileCache {
  return createFileCache(films, CACHE_BYTES);
}

/** Bytes of smaller covers in memory: those of some thousand titles. */
const SMALL_COVERS_BYTES = 32 * 1_024 * 1_024;
/** Smaller covers that may wait to be drawn: two pages of a list. */
const SMALL_COVERS_WAITING_MAX = 64;

/** Draws smaller covers in a process of its own, which stops with the server. */
export function openSmallCovers(http: Http): SmallCovers {
  const pictures = startPictures({ waitingMax: SMALL_COVERS_WAITING_MAX });
  http.addHook('onClose', () => pictures.stop());
  return createSmallCovers(pictures, SMALL_COVERS_BYTES);
}

/** Routes of the library: titles, purchases, watch history and film files. */
export const VIDEO_ROUTES: readonly AddRoute<
  Pick<MemberDeps, 'db' | 'house' | 'security' | 'filmKey' | 'accel' | 'nowMs' | 'onBalance'> & {
    files: FileCache;
    smallCovers: SmallCovers;
  }
>[] = [
  videoClassesRoute,
  listVideosRoute,
  featuredVideosRoute,
  readVideoRoute,
  readVideoCoverRoute,
  relatedVideosRoute,
  watchVideoRoute,
  buyVideoRoute,
  noteVideoProgressRoute,
  noteVideoPlayRoute,
  listVideoHistoryRoute,
  forgetVideoHistoryRoute,
  forgetWatchedVideoRoute,
  videoChoicesRoute,
  setVideoChoicesRoute,
  listWatchLaterRoute,
  addWatchLaterRoute,
  removeWatchLaterRoute,
  filmFilesRoute,
];
