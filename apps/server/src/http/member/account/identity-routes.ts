import type { IdentityDeps } from '../../../identity-checks/deps.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { identityMessagesRoute } from '../../webhooks/identity-messages.ts';
import { identityRoute } from './identity.ts';
import { startIdentityCheckRoute } from './start-identity-check.ts';

export interface IdentityRoutesDeps {
  identity: IdentityDeps;
  security: SecurityOptions;
}

/** All endpoints of showing who one is. */
export function identityRoutes(http: Http, deps: IdentityRoutesDeps): void {
  identityRoute(http, deps);
  startIdentityCheckRoute(http, deps);
  identityMessagesRoute(http, deps);
}
