import { startPictures } from '../../../pictures/pictures.ts';
import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import { changeCityRoute, createCityRoute, listKeptCitiesRoute } from './cities.ts';
import { readKeptGuideRoute, setGuideRoute } from './guide.ts';
import {
  approveHostWordsRoute,
  type ConsoleDirectoryDeps,
  hostActRoutes,
  makeHostLinkRoute,
  refuseHostWordsRoute,
} from './host-acts.ts';
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
import { confirmSeenRoute, noteSeenRoute, revokeSeenRoute } from './host-seen.ts';
import {
  changeHostRoute,
  createHostRoute,
  listKeptHostsRoute,
  readKeptHostRoute,
  writeHostWordsRoute,
} from './hosts.ts';

/** With 8 MiB each: what uploads may take of this process's memory. */
const UPLOADS_MAX = 2;
const UPLOADS_PER_MINUTE = 20;

/** All endpoints by which the staff keep the city guide. None of them gives a host's consent: the host alone does. */
export function consoleDirectoryRoutes(http: Http, deps: ConsoleDirectoryDeps): void {
  const pictures = startPictures();
  http.addHook('onClose', () => pictures.stop());
  const uploads = createExportLimits({
    filesMax: UPLOADS_PER_MINUTE,
    downloadsMax: UPLOADS_MAX,
    nowMs: () => performance.now(),
  });
  listKeptCitiesRoute(http, deps);
  createCityRoute(http, deps);
  changeCityRoute(http, deps);
  readKeptGuideRoute(http, deps);
  setGuideRoute(http, deps);
  listKeptHostsRoute(http, deps);
  readKeptHostRoute(http, deps);
  createHostRoute(http, deps);
  changeHostRoute(http, deps);
  writeHostWordsRoute(http, deps);
  approveHostWordsRoute(http, deps);
  refuseHostWordsRoute(http, deps);
  noteSeenRoute(http, deps);
  confirmSeenRoute(http, deps);
  revokeSeenRoute(http, deps);
  addHostPictureRoute(http, { ...deps, pictures, uploads });
  readAnyHostPictureRoute(http, deps);
  approveHostPictureRoute(http, deps);
  removeHostPictureRoute(http, deps);
  makeHostLinkRoute(http, deps);
  hostActRoutes(http, deps);
  listAllHostReportsRoute(http, deps);
  readHostReportRoute(http, deps);
  readEvidenceRoute(http, deps);
  decideHostReportRoute(http, deps);
}
