import { startPictures } from '../../../pictures/pictures.ts';
import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import { guideRoute } from './guide.ts';
import { type HostLinkDeps, hostLinkRoutes } from './host-link.ts';
import { readOwnPictureRoute, removeOwnPictureRoute, sendHostPictureRoute } from './host-link-pictures.ts';
import { listReportsRoute, reportHostRoute, sendEvidenceRoute } from './host-reports.ts';
import { listCitiesRoute, listHostsRoute, readHostPictureRoute, readHostRoute } from './hosts.ts';

/** With 8 MiB each: what uploads may take of this process's memory. */
const UPLOADS_MAX = 12;
const UPLOADS_PER_MINUTE = 12;
/** More than a host does who tries everything out. */
const HOST_ACTS_PER_MINUTE = 30;

/** The city guide: nothing in it is opened by play, by a balance or by a purchase. */
export function directoryRoutes(http: Http, deps: HostLinkDeps): void {
  const pictures = startPictures();
  http.addHook('onClose', () => pictures.stop());
  const nowMs = () => performance.now();
  const uploads = createExportLimits({ filesMax: UPLOADS_PER_MINUTE, downloadsMax: UPLOADS_MAX, nowMs });
  const acts = createExportLimits({ filesMax: HOST_ACTS_PER_MINUTE, nowMs });
  guideRoute(http, deps);
  listCitiesRoute(http, deps);
  listHostsRoute(http, deps);
  readHostRoute(http, deps);
  readHostPictureRoute(http, deps);
  reportHostRoute(http, deps);
  listReportsRoute(http, deps);
  sendEvidenceRoute(http, { ...deps, pictures, uploads });
  hostLinkRoutes(http, { ...deps, acts });
  sendHostPictureRoute(http, { ...deps, pictures, uploads });
  readOwnPictureRoute(http, deps);
  removeOwnPictureRoute(http, { ...deps, acts });
}
