import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import type { PaymentsDeps } from './deps.ts';
import { claimPayment, followPayments } from './payment-rows.ts';
import { insertPayment, isPayment, type PaidIn, tellOfReview } from './take-payment.ts';
import { lockTopUp, OPEN_STATES, type TopUpRow } from './top-up-rows.ts';

/**
 * Takes what a provider says, asked about an open top-up, that was paid for it, and whose signed message has not come:
 * in review, outside of every balance. The message may still come, and credits it (`takePayment`). Its event is not
 * kept: under its id the message would then be known already. Returns how many payments were new.
 */
export async function takeUnsigned(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell'>,
  { id: topUpId, provider, ...account }: TopUpRow,
  events: readonly PaidIn[],
): Promise<number> {
  const topUp = await lockTopUp(tx, account, topUpId);
  if (topUp === null || !OPEN_STATES.includes(topUp.state)) return 0;
  let count = 0;
  for (const event of events) {
    const id = newId();
    if (event.reference !== topUp.id || !isPayment(event)) continue;
    if (!(await claimPayment(tx, provider, event.providerRef, id))) continue;
    await insertPayment(tx, topUp, id, event, 'unsigned');
    await tellOfReview(tx, deps, topUp, event);
    count += 1;
  }
  if (count > 0) await followPayments(tx, topUp);
  return count;
}
