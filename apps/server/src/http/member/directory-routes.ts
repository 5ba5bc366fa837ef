import type { Http } from '../http.ts';
import { guideRoute } from './guide.ts';
import { type HostLinkDeps, hostLinkRoutes } from './host-link.ts';
import { type DirectoryDeps, listCitiesRoute, listHostsRoute, readHostPictureRoute, readHostRoute } from './hosts.ts';

/** The city guide: nothing in it is opened by play, by a balance or by a purchase. */
export function directoryRoutes(http: Http, deps: DirectoryDeps & HostLinkDeps): void {
  guideRoute(http, deps);
  listCitiesRoute(http, deps);
  listHostsRoute(http, deps);
  readHostRoute(http, deps);
  readHostPictureRoute(http, deps);
  hostLinkRoutes(http, deps);
}
