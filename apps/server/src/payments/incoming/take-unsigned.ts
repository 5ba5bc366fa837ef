import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PaymentsDeps } from '../deps.ts';
import { lockTopUp, OPEN_STATES, type TopUpRow } from '../top-ups/top-up-rows.ts';
import { claimPayment, followPayments } from './payment-rows.ts';
import { insertPayment, isPayment, notifyOfReview, type PaidIn } from './take-payment.ts';

/**
 * Takes payments that a polled provider reports for an open top-up and whose signed webhook has not come. They go to
 * review, outside every balance. A later webhook credits them (`takePayment`). The events are not stored, because
 * their ids would make that webhook a duplicate. Returns how many payments were new.
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
    await notifyOfReview(tx, deps, topUp, { ...event, reason: 'unsigned' });
    count += 1;
  }
  if (count > 0) await followPayments(tx, topUp);
  return count;
}
