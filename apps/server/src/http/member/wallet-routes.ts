import type { MembersDeps } from '../../members/deps.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { Http } from '../http.ts';

/** What the endpoints of the member's money and person need. */
export interface WalletRoutesDeps {
  members: MembersDeps;
  payments: PaymentsDeps;
}

/** All endpoints of money in and out, of the person behind the account, and of what he is told. */
export function walletRoutes(_http: Http, _deps: WalletRoutesDeps): void {}
