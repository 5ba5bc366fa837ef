import type { Http } from '../../http.ts';
import type { AddRoute } from '../../shared/routes.ts';
import { openUploads, type PictureUploads } from '../../shared/uploads.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listBannersRoute } from './banners.ts';
import { changeBannerRoute } from './change-banner.ts';
import { correctNoticeRoute } from './correct-notice.ts';
import { createBannerRoute } from './create-banner.ts';
import { createNoticeRoute } from './create-notice.ts';
import { listAllNoticesRoute } from './list-notices.ts';
import { changePaymentLogoRoute, createPaymentLogoRoute, listPaymentLogosRoute } from './payment-logos.ts';
import { readFaceRoute } from './read-face.ts';
import { readNoticeRoute } from './read-notice.ts';
import { scheduleNoticeRoute } from './schedule-notice.ts';
import { proposeServicePageRoute, withdrawServicePageRoute } from './service-page.ts';
import { setFaceRoute } from './set-face.ts';
import { setServiceRoute } from './set-service.ts';
import { settingsRoute } from './settings.ts';
import { uploadBannerPictureRoute } from './upload-banner-picture.ts';
import { readLogoRoute, uploadLogoRoute } from './upload-logo.ts';
import { uploadPaymentLogoRoute } from './upload-payment-logo.ts';
import { withdrawBannerRoute } from './withdraw-banner.ts';
import { withdrawNoticeRoute } from './withdraw-notice.ts';

/** Concurrent uploads of 4 MB each; bounds the memory that they take in this process. */
const UPLOADS_AT_ONCE_MAX = 2;
const UPLOADS_PER_MINUTE = 10;

/** Shared limits of banners, payment logos and covers of titles. */
export function openContentUploads(http: Http): PictureUploads {
  return openUploads(http, { perMinuteMax: UPLOADS_PER_MINUTE, atOnceMax: UPLOADS_AT_ONCE_MAX });
}

/** Routes of the house's face, banners, payment logos and notices. */
export const CONTENT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'house'> & PictureUploads>[] = [
  readFaceRoute,
  setFaceRoute,
  uploadLogoRoute,
  readLogoRoute,
  listBannersRoute,
  createBannerRoute,
  changeBannerRoute,
  withdrawBannerRoute,
  uploadBannerPictureRoute,
  listPaymentLogosRoute,
  createPaymentLogoRoute,
  changePaymentLogoRoute,
  uploadPaymentLogoRoute,
  listAllNoticesRoute,
  readNoticeRoute,
  createNoticeRoute,
  correctNoticeRoute,
  scheduleNoticeRoute,
  withdrawNoticeRoute,
];

/** Routes of the house's settings, its service and its service page. */
export const SETTING_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'staff'>>[] = [
  settingsRoute,
  setServiceRoute,
  proposeServicePageRoute,
  withdrawServicePageRoute,
];
