import type { Http } from '../http.ts';
import { closeAccountRoute } from './close-account.ts';
import { houseHoldsRoute } from './house-holds.ts';
import type { WalletRoutesDeps } from './wallet-routes.ts';
import { withdrawRoute } from './withdraw.ts';
import { listWithdrawalsRoute, readWithdrawalRoute } from './withdrawals.ts';

/** All endpoints of money out. */
export function withdrawalRoutes(http: Http, deps: WalletRoutesDeps): void {
  const { db } = deps.payments;
  withdrawRoute(http, deps);
  listWithdrawalsRoute(http, { db });
  readWithdrawalRoute(http, { db });
  closeAccountRoute(http, deps);
  houseHoldsRoute(http, { db });
}
