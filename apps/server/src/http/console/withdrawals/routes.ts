import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { approveWithdrawalRoute } from './approve-withdrawal.ts';
import { assignWithdrawalRoute, releaseWithdrawalRoute } from './assign-withdrawal.ts';
import { confirmLegalHoldRoute } from './confirm-legal-hold.ts';
import { liftLegalHoldRoute } from './lift-legal-hold.ts';
import { listAllLegalHoldsRoute } from './list-all-legal-holds.ts';
import { listLegalHoldsRoute } from './list-legal-holds.ts';
import { proposeLegalHoldRoute } from './propose-legal-hold.ts';
import { refuseWithdrawalRoute } from './refuse-withdrawal.ts';
import { listAllWithdrawalsRoute, readReviewedRoute } from './withdrawals.ts';

/** Routes of withdrawals in review and of legal holds. */
export const WITHDRAWAL_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'payments'>>[] = [
  listAllWithdrawalsRoute,
  readReviewedRoute,
  assignWithdrawalRoute,
  releaseWithdrawalRoute,
  approveWithdrawalRoute,
  refuseWithdrawalRoute,
  listAllLegalHoldsRoute,
  listLegalHoldsRoute,
  proposeLegalHoldRoute,
  confirmLegalHoldRoute,
  liftLegalHoldRoute,
];
