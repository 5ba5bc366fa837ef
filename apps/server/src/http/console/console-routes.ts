import type { MembersDeps } from '../../members/deps.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { StaffDeps } from '../../staff/deps.ts';
import type { Http } from '../http.ts';
import type { SecurityOptions } from '../security.ts';
import { accountRoutes } from './account-routes.ts';
import { answerComplaintRoute } from './answer-complaint.ts';
import { listActsRoute } from './audit.ts';
import { listAllComplaintsRoute, readAnyComplaintRoute } from './complaints.ts';
import { correctRealNameRoute } from './correct-real-name.ts';
import { listPaymentsRoute } from './list-payments.ts';
import { permitPayeeRoute } from './permit-payee.ts';
import { resetFinancePasswordRoute } from './reset-finance-password.ts';
import { creditPaymentRoute, refundPaymentRoute } from './settle-payment.ts';
import { collectStaffActs } from './staff-acts.ts';
import { reviewRoutes } from './withdrawal-routes.ts';

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
