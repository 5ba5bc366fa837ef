import type { Db } from '../../../db/pool.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import type { FilmStore } from '../../../video/film-store.ts';
import type { Http } from '../../http.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';
import { changeVideoRoute } from './change-video.ts';
import { changeVideoClassRoute } from './change-video-class.ts';
import { createVideoRoute } from './create-video.ts';
import { createVideoClassRoute } from './create-video-class.ts';
import { cancelFilmRoute, readFilmRoute, retryFilmRoute } from './film-acts.ts';
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

export interface ConsoleVideoDeps {
  db: Db;
  staff: StaffDeps;
  store: FilmStore;
  pictures: Pictures;
  uploads: ExportLimits;
}

/** The library as the staff keep it: classes, titles, films, captions, terms, and what was bought. */
export function consoleVideoRoutes(http: Http, deps: ConsoleVideoDeps): void {
  listConsoleClassesRoute(http, deps);
  createVideoClassRoute(http, deps);
  changeVideoClassRoute(http, deps);
  listConsoleVideosRoute(http, deps);
  readConsoleVideoRoute(http, deps);
  createVideoRoute(http, deps);
  changeVideoRoute(http, deps);
  publishVideoRoute(http, deps);
  withdrawVideoRoute(http, deps);
  uploadVideoCoverRoute(http, deps);
  readConsoleCoverRoute(http, deps);
  startFilmRoute(http, deps);
  takeFilmPartRoute(http, deps);
  readFilmRoute(http, deps);
  retryFilmRoute(http, deps);
  cancelFilmRoute(http, deps);
  setCaptionsRoute(http, deps);
  removeCaptionsRoute(http, deps);
  videoTermsRoute(http, deps);
  setVideoTermsRoute(http, deps);
  listPurchasesRoute(http, deps);
  refundPurchaseRoute(http, deps);
}
