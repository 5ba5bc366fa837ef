import { createFileCache, type FileCache } from '../../../video/file-cache.ts';
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
import { watchVideoRoute } from './watch-video.ts';

/** Bytes of film files in memory: the files being watched now, not the whole library. */
const CACHE_BYTES = 256 * 1_024 * 1_024;

export function cacheOfFilms({ films }: Pick<MemberDeps, 'films'>): FileCache {
  return createFileCache(films, CACHE_BYTES);
}

/** Routes of the library: titles, purchases, watch history and film files. */
export const VIDEO_ROUTES: readonly AddRoute<
  Pick<MemberDeps, 'db' | 'house' | 'security' | 'filmKey' | 'accel' | 'nowMs' | 'onBalance'> & { files: FileCache }
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
  filmFilesRoute,
];
