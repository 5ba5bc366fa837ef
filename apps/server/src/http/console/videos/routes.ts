import type { FilmStore } from '../../../video/film-store.ts';
import type { AddRoute } from '../../shared/routes.ts';
import type { PictureUploads } from '../../shared/uploads.ts';
import type { ConsoleDeps } from '../deps.ts';
import { changeVideoRoute } from './change-video.ts';
import { changeVideoClassRoute } from './change-video-class.ts';
import { createVideoRoute } from './create-video.ts';
import { createVideoClassRoute } from './create-video-class.ts';
import { cancelFilmRoute, readFilmRoute, retryFilmRoute } from './film-acts.ts';
import { readFilmBeginningRoute } from './film-beginning.ts';
import { removeCaptionsRoute, setCaptionsRoute } from './film-captions.ts';
import { listPurchasesRoute } from './list-purchases.ts';
import { listConsoleVideosRoute } from './list-videos.ts';
import { publishVideoRoute, withdrawVideoRoute } from './publish-video.ts';
import { readConsoleVideoRoute } from './read-video.ts';
import { refundPurchaseRoute } from './refund-purchase.ts';
import { startFilmRoute, takeFilmPartRoute } from './upload-film.ts';
import { listConsoleClassesRoute } from './video-classes.ts';
import { readConsoleCoverRoute, uploadVideoCoverRoute } from './video-cover.ts';
import { setVideoTermsRoute, videoTermsRoute } from './video-terms.ts';

/** Staff routes of the library: classes, titles, films, captions, terms and purchases. */
export const CONSOLE_VIDEO_ROUTES: readonly AddRoute<
  Pick<ConsoleDeps, 'db' | 'staff'> & { store: FilmStore } & PictureUploads
>[] = [
  listConsoleClassesRoute,
  createVideoClassRoute,
  changeVideoClassRoute,
  listConsoleVideosRoute,
  readConsoleVideoRoute,
  createVideoRoute,
  changeVideoRoute,
  publishVideoRoute,
  withdrawVideoRoute,
  uploadVideoCoverRoute,
  readConsoleCoverRoute,
  startFilmRoute,
  takeFilmPartRoute,
  readFilmRoute,
  readFilmBeginningRoute,
  retryFilmRoute,
  cancelFilmRoute,
  setCaptionsRoute,
  removeCaptionsRoute,
  videoTermsRoute,
  setVideoTermsRoute,
  listPurchasesRoute,
  refundPurchaseRoute,
];
