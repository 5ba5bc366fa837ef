import type { Http } from '../../http.ts';
import type { AddRoute } from '../../shared/routes.ts';
import { openUploads, type PictureUploads } from '../../shared/uploads.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listAllBookingsRoute, readAnyBookingRoute } from './bookings.ts';
import { changeCityRoute, createCityRoute, listKeptCitiesRoute } from './cities.ts';
import { readKeptGuideRoute, setGuideRoute } from './guide.ts';
import { approveHostWordsRoute, hostActsRoute, makeHostLinkRoute, refuseHostWordsRoute } from './host-acts.ts';
import {
  addHostPictureRoute,
  approveHostPictureRoute,
  readAnyHostPictureRoute,
  removeHostPictureRoute,
} from './host-pictures.ts';
import {
  decideHostReportRoute,
  listAllHostReportsRoute,
  readEvidenceRoute,
  readHostReportRoute,
} from './host-reports.ts';
import { confirmVerificationRoute, recordVerificationRoute, revokeVerificationRoute } from './host-verifications.ts';
import {
  changeHostRoute,
  createHostRoute,
  listAdminHostsRoute,
  readAdminHostRoute,
  writeHostWordsRoute,
} from './hosts.ts';

/** Concurrent uploads of 8 MiB each; bounds the memory that they take in this process. */
const UPLOADS_AT_ONCE_MAX = 2;
const UPLOADS_PER_MINUTE = 20;

export function openGuideUploads(http: Http): PictureUploads {
  return openUploads(http, { perMinuteMax: UPLOADS_PER_MINUTE, atOnceMax: UPLOADS_AT_ONCE_MAX });
}

/** Staff routes of the city guide. None gives a host’s consent: only the host can. */
export const CONSOLE_DIRECTORY_ROUTES: readonly AddRoute<
  Pick<ConsoleDeps, 'db' | 'house' | 'membersOrigin' | 'people'> & PictureUploads
>[] = [
  listKeptCitiesRoute,
  createCityRoute,
  changeCityRoute,
  readKeptGuideRoute,
  setGuideRoute,
  listAdminHostsRoute,
  readAdminHostRoute,
  createHostRoute,
  changeHostRoute,
  writeHostWordsRoute,
  approveHostWordsRoute,
  refuseHostWordsRoute,
  recordVerificationRoute,
  confirmVerificationRoute,
  revokeVerificationRoute,
  addHostPictureRoute,
  readAnyHostPictureRoute,
  approveHostPictureRoute,
  removeHostPictureRoute,
  makeHostLinkRoute,
  hostActsRoute,
  listAllHostReportsRoute,
  readHostReportRoute,
  readEvidenceRoute,
  decideHostReportRoute,
  listAllBookingsRoute,
  readAnyBookingRoute,
];
