import type { MembersDeps } from '../../members/deps.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { Http } from '../http.ts';

/** What the endpoints of staff need. */
export interface ConsoleRoutesDeps {
  members: MembersDeps;
  payments: PaymentsDeps;
}

/** All endpoints of staff. */
export function consoleRoutes(_http: Http, _deps: ConsoleRoutesDeps): void {}
