import type { Http } from '../../http.ts';
import { closeAccountRoute } from '../account/close-account.ts';
import { houseHoldsRoute } from '../book/house-holds.ts';
import type { WalletRoutesDeps } from './wallet-routes.ts';
import { withdrawRoute } from './withdraw.ts';
import { listWithdrawalsRoute, readWithdrawalRoute } from './withdrawals.ts';

/** All endpoints of money out. */
export function withdrawalRoutes(http: Http, deps: WalletRoutesDeps): void {
  withdrawRoute(http, deps);
  listWithdrawalsRoute(http, deps.payments);
  readWithdrawalRoute(http, deps.payments);
  closeAccountRoute(http, deps);
  houseHoldsRoute(http, deps.payments);
}
