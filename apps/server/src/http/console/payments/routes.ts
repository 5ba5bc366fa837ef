import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listPaymentsRoute, readPaymentRoute } from './list-payments.ts';
import { creditPaymentRoute, refundPaymentRoute } from './settle-payment.ts';

/** Routes of payments, including those that match no top-up. */
export const PAYMENT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'payments'>>[] = [
  listPaymentsRoute,
  readPaymentRoute,
  creditPaymentRoute,
  refundPaymentRoute,
];
