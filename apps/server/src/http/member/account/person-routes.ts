import type { Http } from '../../http.ts';
import { banksRoute } from '../money/banks.ts';
import { bindPayeeRoute } from '../money/bind-payee.ts';
import { cancelFinanceResetRoute } from '../money/cancel-finance-reset.ts';
import { cancelNextPayeeRoute } from '../money/cancel-next-payee.ts';
import { openCardFieldRoute } from '../money/open-card-field.ts';
import { setFinancePasswordRoute } from '../money/set-finance-password.ts';
import type { WalletRoutesDeps } from '../money/wallet-routes.ts';
import { avatarRoutes } from './avatar-routes.ts';
import { personRoute } from './person.ts';
import { setRealNameRoute } from './set-real-name.ts';
import { setSexRoute } from './set-sex.ts';

/** All endpoints of the person behind the account, and of where payouts go. */
export function personRoutes(http: Http, deps: WalletRoutesDeps): void {
  personRoute(http, deps);
  avatarRoutes(http, deps);
  setRealNameRoute(http, deps);
  setSexRoute(http, deps);
  setFinancePasswordRoute(http, deps);
  cancelFinanceResetRoute(http, deps);
  banksRoute(http, deps);
  openCardFieldRoute(http, deps);
  bindPayeeRoute(http, deps);
  cancelNextPayeeRoute(http, deps);
}
