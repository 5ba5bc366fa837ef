import type { MembersDeps } from '../../members/deps.ts';
import type { PushDeps } from '../../members/push.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { Http } from '../http.ts';
import type { SecurityOptions } from '../security.ts';
import { providerMessagesRoute } from '../webhooks/provider-messages.ts';
import { ownActsRoute } from './acts.ts';
import { listInvitesRoute } from './invites.ts';
import { limitRoutes } from './limit-routes.ts';
import { makeInviteRoute } from './make-invite.ts';
import { listMessagesRoute, readMessagesRoute } from './messages.ts';
import { noticesRoute } from './notices.ts';
import { personRoutes } from './person-routes.ts';
import { pushKeyRoute, subscribePushRoute, unsubscribePushRoute } from './push.ts';
import { startTopUpRoute } from './start-top-up.ts';
import { listTopUpsRoute, readTopUpRoute } from './top-ups.ts';
import { walletRoute } from './wallet.ts';
import { withdrawInviteRoute } from './withdraw-invite.ts';
import { withdrawalRoutes } from './withdrawal-routes.ts';

/** What the endpoints of the member's money and person need. */
export interface WalletRoutesDeps {
  members: MembersDeps;
  payments: PaymentsDeps;
  push: PushDeps;
  security: SecurityOptions;
}

/** All endpoints of money in and out, of the person behind the account, and of what he is told. */
export function walletRoutes(http: Http, deps: WalletRoutesDeps): void {
  const { db } = deps.members;
  listMessagesRoute(http, { db });
  readMessagesRoute(http, { db });
  noticesRoute(http, { db });
  ownActsRoute(http, { db });
  pushKeyRoute(http, deps);
  subscribePushRoute(http, deps);
  unsubscribePushRoute(http, deps);
  personRoutes(http, deps);
  listInvitesRoute(http, deps);
  makeInviteRoute(http, deps);
  withdrawInviteRoute(http, deps);
  walletRoute(http, deps);
  startTopUpRoute(http, deps);
  listTopUpsRoute(http, { db });
  readTopUpRoute(http, { db });
  withdrawalRoutes(http, deps);
  limitRoutes(http, deps);
  providerMessagesRoute(http, deps);
}
