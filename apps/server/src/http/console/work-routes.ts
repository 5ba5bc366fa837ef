import type { Catalogue } from '../../lottery/catalogue.ts';
import type { FilmStore } from '../../video/film-store.ts';
import type { Http } from '../http.ts';
import { createExportLimits } from '../member/export-limits.ts';
import type { ConfirmDeps } from './confirm-proposal.ts';
import type { ConsoleRoutesDeps } from './console-routes.ts';
import { contentRoutes } from './content-routes.ts';
import { dashboardRoute } from './dashboard.ts';
import { dayDrawsRoute } from './day-draws.ts';
import { exportRoutes } from './exports.ts';
import { memberRoutes } from './member-routes.ts';
import { queuesRoute } from './queues.ts';
import { ruleRoutes } from './rule-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { verifyAuditRoute } from './verify-audit.ts';

/** What the endpoints of the house's daily work need beside those of its queues. */
export interface WorkRoutesDeps extends ConsoleRoutesDeps, ConfirmDeps {
  catalogue(): Catalogue;
  /** Where films are kept. */
  films: FilmStore;
}

/** Members, staff, what the house shows, its tables and rules, its figures. */
export function workRoutes(http: Http, deps: WorkRoutesDeps): void {
  const { db } = deps.members;
  memberRoutes(http, deps);
  staffRoutes(http, deps);
  contentRoutes(http, { db, films: deps.films, staff: deps.staff });
  ruleRoutes(http, deps);
  dashboardRoute(http, { db, payments: deps.payments, catalogue: deps.catalogue });
  queuesRoute(http, { db });
  dayDrawsRoute(http, { db });
  const downloads = createExportLimits({ nowMs: () => performance.now() });
  exportRoutes(http, { db, downloads, money: deps.payments.money });
  verifyAuditRoute(http, { db });
}
