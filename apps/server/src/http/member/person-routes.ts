import type { Http } from '../http.ts';
import { avatarRoutes } from './avatar-routes.ts';
import { banksRoute } from './banks.ts';
import { bindPayeeRoute } from './bind-payee.ts';
import { cancelFinanceResetRoute } from './cancel-finance-reset.ts';
import { cancelNextPayeeRoute } from './cancel-next-payee.ts';
import { openCardFieldRoute } from './open-card-field.ts';
import { personRoute } from './person.ts';
import { setFinancePasswordRoute } from './set-finance-password.ts';
import { setRealNameRoute } from './set-real-name.ts';
import { setSexRoute } from './set-sex.ts';
import type { WalletRoutesDeps } from './wallet-routes.ts';

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
