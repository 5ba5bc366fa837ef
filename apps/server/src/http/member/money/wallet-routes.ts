import type { MembersDeps } from '../../../members/deps.ts';
import type { PushDeps } from '../../../members/messages/push.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { providerMessagesRoute } from '../../webhooks/provider-messages.ts';
import { ownActsRoute } from '../account/acts.ts';
import { personRoutes } from '../account/person-routes.ts';
import { noticesRoute } from '../house/notices.ts';
import { listInvitesRoute } from '../invites/invites.ts';
import { makeInviteRoute } from '../invites/make-invite.ts';
import { withdrawInviteRoute } from '../invites/withdraw-invite.ts';
import { limitRoutes } from '../limits/limit-routes.ts';
import { listMessagesRoute, readMessagesRoute } from '../messages/messages.ts';
import { pushKeyRoute, subscribePushRoute, unsubscribePushRoute } from '../messages/push.ts';
import { startTopUpRoute } from './start-top-up.ts';
import { listTopUpsRoute, readTopUpRoute } from './top-ups.ts';
import { walletRoute } from './wallet.ts';
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
