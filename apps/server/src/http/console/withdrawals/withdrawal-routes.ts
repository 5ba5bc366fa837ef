import type { Http } from '../../http.ts';
import type { ConsoleRoutesDeps } from '../console-routes.ts';
import { approveWithdrawalRoute } from './approve-withdrawal.ts';
import { claimWithdrawalRoute, releaseWithdrawalRoute } from './claim-withdrawal.ts';
import { confirmLegalHoldRoute } from './confirm-legal-hold.ts';
import { liftLegalHoldRoute } from './lift-legal-hold.ts';
import { listAllLegalHoldsRoute } from './list-all-legal-holds.ts';
import { listLegalHoldsRoute } from './list-legal-holds.ts';
import { proposeLegalHoldRoute } from './propose-legal-hold.ts';
import { refuseWithdrawalRoute } from './refuse-withdrawal.ts';
import { listAllWithdrawalsRoute, readReviewedRoute } from './withdrawals.ts';

/** All endpoints of staff about money out. */
export function reviewRoutes(http: Http, deps: ConsoleRoutesDeps): void {
  listAllWithdrawalsRoute(http, deps);
  readReviewedRoute(http, deps);
  claimWithdrawalRoute(http, deps);
  releaseWithdrawalRoute(http, deps);
  approveWithdrawalRoute(http, deps);
  refuseWithdrawalRoute(http, deps);
  listAllLegalHoldsRoute(http, deps);
  listLegalHoldsRoute(http, deps);
  proposeLegalHoldRoute(http, deps);
  confirmLegalHoldRoute(http, deps);
  liftLegalHoldRoute(http, deps);
}
