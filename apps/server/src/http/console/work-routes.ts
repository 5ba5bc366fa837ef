import type { Catalogue } from '../../lottery/catalogue.ts';
import type { FilmStore } from '../../video/film-store.ts';
import type { Http } from '../http.ts';
import { createExportLimits } from '../shared/export-limits.ts';
import { verifyAuditRoute } from './audit/verify-audit.ts';
import type { ConsoleRoutesDeps } from './console-routes.ts';
import { dashboardRoute } from './figures/dashboard.ts';
import { exportRoutes } from './figures/exports.ts';
import { queuesRoute } from './figures/queues.ts';
import { contentRoutes } from './house/content-routes.ts';
import { dayDrawsRoute } from './lotteries/day-draws.ts';
import { memberRoutes } from './members/member-routes.ts';
import type { ConfirmDeps } from './proposals/confirm-proposal.ts';
import { ruleRoutes } from './proposals/rule-routes.ts';
import { staffRoutes } from './staff/staff-routes.ts';

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
