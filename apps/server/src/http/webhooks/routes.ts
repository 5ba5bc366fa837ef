import type { IdentityDeps } from '../../identity-checks/deps.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { AddRoute } from '../shared/routes.ts';
import { identityMessagesRoute } from './identity-messages.ts';
import { providerMessagesRoute } from './provider-messages.ts';

/** Webhooks of the providers. */
export const WEBHOOK_ROUTES: readonly AddRoute<{ payments: PaymentsDeps; identity: IdentityDeps }>[] = [
  providerMessagesRoute,
  identityMessagesRoute,
];
