import type { MembersDeps } from '../../members/deps.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { StaffDeps } from '../../staff/deps.ts';
import type { Http } from '../http.ts';
import type { SecurityOptions } from '../security.ts';
import { accountRoutes } from './account/account-routes.ts';
import { listActsRoute } from './audit/audit.ts';
import { answerComplaintRoute } from './complaints/answer-complaint.ts';
import { listAllComplaintsRoute, readAnyComplaintRoute } from './complaints/complaints.ts';
import { correctRealNameRoute } from './members/correct-real-name.ts';
import { permitPayeeRoute } from './members/permit-payee.ts';
import { resetFinancePasswordRoute } from './members/reset-finance-password.ts';
import { listPaymentsRoute } from './payments/list-payments.ts';
import { creditPaymentRoute, refundPaymentRoute } from './payments/settle-payment.ts';
import { collectStaffActs } from './staff-acts.ts';
import { reviewRoutes } from './withdrawals/withdrawal-routes.ts';

/** What the endpoints of staff need. */
export interface ConsoleRoutesDeps {
  members: MembersDeps;
  payments: PaymentsDeps;
  staff: StaffDeps;
  security: SecurityOptions;
}

/** All endpoints of staff. */
export function consoleRoutes(http: Http, deps: ConsoleRoutesDeps): void {
  const acts = collectStaffActs(http);
  accountRoutes(http, deps, acts);
  listActsRoute(http, { db: deps.members.db });
  resetFinancePasswordRoute(http, deps);
  permitPayeeRoute(http, deps);
  correctRealNameRoute(http, deps);
  reviewRoutes(http, deps);
  listAllComplaintsRoute(http, { db: deps.members.db });
  readAnyComplaintRoute(http, { db: deps.members.db });
  answerComplaintRoute(http, { db: deps.members.db });
  listPaymentsRoute(http, deps);
  creditPaymentRoute(http, deps);
  refundPaymentRoute(http, deps);
}
