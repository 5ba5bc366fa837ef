import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listPaymentsRoute } from './list-payments.ts';
import { creditPaymentRoute, refundPaymentRoute } from './settle-payment.ts';

/** Payments, and those that fit no top-up. */
export const PAYMENT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'payments'>>[] = [
  listPaymentsRoute,
  creditPaymentRoute,
  refundPaymentRoute,
];
