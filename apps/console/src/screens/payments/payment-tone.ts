import type { Payment } from '../../api/money/payments.ts';
import type { Tone } from '../../ui/state-chip.tsx';

export const PAYMENT_TONE: Readonly<Record<Payment['state'], Tone>> = {
  review: 'wait',
  credited: 'good',
  refunding: 'quiet',
  refunded: 'quiet',
};
