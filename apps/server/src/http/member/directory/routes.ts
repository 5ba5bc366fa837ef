import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import type { AddRoute } from '../../shared/routes.ts';
import { openUploads, type PictureUploads } from '../../shared/uploads.ts';
import { actOnBookingRoute, listBookingsRoute, requestBookingRoute } from './bookings.ts';
import type { HostActsDeps } from './deps.ts';
import { addFavouriteRoute, dropFavouriteRoute, listFavouritesRoute } from './favourites.ts';
import { guideRoute } from './guide.ts';
import {
  eraseLinkHostRoute,
  hostLinkActsRoute,
  orderLinkPicturesRoute,
  rotateHostLinkRoute,
  setLinkDaysRoute,
  writeLinkWordsRoute,
} from './host-link.ts';
import { readLinkPictureRoute, removeLinkPictureRoute, sendHostPictureRoute } from './host-link-pictures.ts';
import { listReportsRoute, reportHostRoute, sendEvidenceRoute } from './host-reports.ts';
import { listCitiesRoute, listHostsRoute, readHostPictureRoute, readHostRoute } from './hosts.ts';

/** Concurrent uploads of 8 MiB each; bounds the memory that they take in this process. */
const UPLOADS_AT_ONCE_MAX = 12;
const UPLOADS_PER_MINUTE = 12;
/** More than a host needs to try everything once. */
const HOST_ACTS_PER_MINUTE = 30;

export function openGuideLimits(http: Http): PictureUploads & Pick<HostActsDeps, 'acts'> {
  return {
    ...openUploads(http, { perMinuteMax: UPLOADS_PER_MINUTE, atOnceMax: UPLOADS_AT_ONCE_MAX }),
    acts: createExportLimits({ filesMax: HOST_ACTS_PER_MINUTE, nowMs: () => performance.now() }),
  };
}

/** Routes of the city guide. Play, balance and purchases unlock nothing in it. */
export const DIRECTORY_ROUTES: readonly AddRoute<HostActsDeps & PictureUploads>[] = [
  guideRoute,
  listCitiesRoute,
  listHostsRoute,
  readHostRoute,
  readHostPictureRoute,
  reportHostRoute,
  listReportsRoute,
  sendEvidenceRoute,
  requestBookingRoute,
  listBookingsRoute,
  actOnBookingRoute,
  listFavouritesRoute,
  addFavouriteRoute,
  dropFavouriteRoute,
  hostLinkActsRoute,
  writeLinkWordsRoute,
  orderLinkPicturesRoute,
  setLinkDaysRoute,
  rotateHostLinkRoute,
  eraseLinkHostRoute,
  sendHostPictureRoute,
  readLinkPictureRoute,
  removeLinkPictureRoute,
];
