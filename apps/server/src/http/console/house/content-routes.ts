import type { Db } from '../../../db/pool.ts';
import { startPictures } from '../../../pictures/pictures.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import type { FilmStore } from '../../../video/film-store.ts';
import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import { listInviteBatchesRoute } from '../invites/list-invite-batches.ts';
import { makeInviteBatchRoute } from '../invites/make-invite-batch.ts';
import { readInviteBatchRoute } from '../invites/read-invite-batch.ts';
import { withdrawInviteBatchRoute } from '../invites/withdraw-invite-batch.ts';
import { consoleVideoRoutes } from '../videos/video-routes.ts';
import { listBannersRoute } from './banners.ts';
import { changeBannerRoute } from './change-banner.ts';
import { createBannerRoute } from './create-banner.ts';
import { createNoticeRoute } from './create-notice.ts';
import { listAllNoticesRoute } from './list-notices.ts';
import { changePaymentLogoRoute, createPaymentLogoRoute, listPaymentLogosRoute } from './payment-logos.ts';
import { readNoticeRoute } from './read-notice.ts';
import { scheduleNoticeRoute } from './schedule-notice.ts';
import { uploadBannerPictureRoute } from './upload-banner-picture.ts';
import { uploadPaymentLogoRoute } from './upload-payment-logo.ts';
import { withdrawBannerRoute } from './withdraw-banner.ts';
import { withdrawNoticeRoute } from './withdraw-notice.ts';

/** With 4 MB each: what uploads may take of this process's memory. */
const UPLOADS_MAX = 2;
const UPLOADS_PER_MINUTE = 10;

/** What the house shows, and whom it invites. */
export function contentRoutes(http: Http, deps: { db: Db; films: FilmStore; staff: StaffDeps }): void {
  const { db, films, staff } = deps;
  const pictures = startPictures();
  http.addHook('onClose', () => pictures.stop());
  const uploads = createExportLimits({
    filesMax: UPLOADS_PER_MINUTE,
    downloadsMax: UPLOADS_MAX,
    nowMs: () => performance.now(),
  });
  listBannersRoute(http, { db });
  createBannerRoute(http, { db });
  changeBannerRoute(http, { db });
  withdrawBannerRoute(http, { db });
  uploadBannerPictureRoute(http, { db, pictures, uploads });
  listPaymentLogosRoute(http, { db });
  createPaymentLogoRoute(http, { db });
  changePaymentLogoRoute(http, { db });
  uploadPaymentLogoRoute(http, { db, pictures, uploads });
  listAllNoticesRoute(http, { db });
  readNoticeRoute(http, { db });
  createNoticeRoute(http, { db });
  scheduleNoticeRoute(http, { db });
  withdrawNoticeRoute(http, { db });
  listInviteBatchesRoute(http, { db });
  readInviteBatchRoute(http, { db });
  makeInviteBatchRoute(http, { db });
  withdrawInviteBatchRoute(http, { db });
  consoleVideoRoutes(http, { db, staff, store: films, pictures, uploads });
}
