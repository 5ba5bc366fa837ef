import type { Http } from '../http.ts';
import { addRoutes } from '../shared/routes.ts';
import { STAFF_ACCOUNT_ROUTES } from './account/routes.ts';
import { AUDIT_ROUTES } from './audit/routes.ts';
import { CONSOLE_COMPLAINT_ROUTES } from './complaints/routes.ts';
import type { ConsoleDeps } from './deps.ts';
import { CONSOLE_DESK_ROUTES, typingLimits } from './desk/routes.ts';
import { CONSOLE_DIRECTORY_ROUTES, openGuideUploads } from './directory/routes.ts';
import { exportLimits, FIGURE_ROUTES } from './figures/routes.ts';
import { CONTENT_ROUTES, openContentUploads, SETTING_ROUTES } from './house/routes.ts';
import { INVITE_BATCH_ROUTES } from './invites/routes.ts';
import { LIST_VIEW_ROUTES } from './list-views/routes.ts';
import { CONSOLE_LOTTERY_ROUTES } from './lotteries/routes.ts';
import { MEMBER_ROUTES, SUPPORT_ROUTES } from './members/routes.ts';
import { PAYMENT_ROUTES } from './payments/routes.ts';
import { PROPOSAL_ROUTES } from './proposals/routes.ts';
import { QUEUE_ROUTES } from './queues/routes.ts';
import { RISK_ROUTES } from './risk/routes.ts';
import { searchRoute } from './search/search.ts';
import { STAFF_ROUTES } from './staff/routes.ts';
import { collectStaffActs } from './staff-acts.ts';
import { CONSOLE_VIDEO_ROUTES } from './videos/routes.ts';
import { WITHDRAWAL_ROUTES } from './withdrawals/routes.ts';

/** Adds all endpoints for staff. */
export function addConsoleRoutes(http: Http, deps: ConsoleDeps): void {
  // Before the first route, since it collects each route's roles.
  const acts = collectStaffActs(http);
  const uploads = openContentUploads(http);
  addRoutes(http, STAFF_ACCOUNT_ROUTES, { ...deps, acts });
  addRoutes(http, AUDIT_ROUTES, deps);
  addRoutes(http, SUPPORT_ROUTES, deps);
  addRoutes(http, WITHDRAWAL_ROUTES, deps);
  addRoutes(http, CONSOLE_COMPLAINT_ROUTES, deps);
  addRoutes(http, PAYMENT_ROUTES, deps);
  addRoutes(http, MEMBER_ROUTES, deps);
  addRoutes(http, STAFF_ROUTES, deps);
  addRoutes(http, LIST_VIEW_ROUTES, deps);
  addRoutes(http, CONTENT_ROUTES, { ...deps, ...uploads });
  addRoutes(http, INVITE_BATCH_ROUTES, deps);
  addRoutes(http, CONSOLE_VIDEO_ROUTES, { ...deps, ...uploads, store: deps.films });
  addRoutes(http, CONSOLE_LOTTERY_ROUTES, deps);
  addRoutes(http, SETTING_ROUTES, deps);
  addRoutes(http, PROPOSAL_ROUTES, deps);
  addRoutes(http, QUEUE_ROUTES, deps);
  addRoutes(http, RISK_ROUTES, deps);
  searchRoute(http, deps);
  addRoutes(http, FIGURE_ROUTES, { ...deps, money: deps.payments.money, downloads: exportLimits() });
  addRoutes(http, CONSOLE_DIRECTORY_ROUTES, { ...deps, ...openGuideUploads(http) });
  addRoutes(http, CONSOLE_DESK_ROUTES, { ...deps, typing: typingLimits() });
}
