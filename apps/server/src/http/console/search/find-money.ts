import type { Tx } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import type { MemberLine } from '../../../members/account/search.ts';
import { claimedBy } from '../../../payments/incoming/payment-rows.ts';
import { readPayment } from '../../../payments/incoming/payments.ts';
import type { PaymentProvider } from '../../../payments/provider/provider.ts';
import { findReference, type Referred } from '../../../payments/provider/references.ts';
import { readTraceRef } from '../../../payments/provider/trace-ref.ts';
import { type FoundTopUp, findTopUp } from '../../../payments/top-ups/find-top-up.ts';
import {
  findTraced,
  listWithdrawals,
  readWithdrawal,
  type WithdrawalRecord,
} from '../../../payments/withdrawals/withdrawal-records.ts';
import { memberNames } from '../members/member-names.ts';
import { type Found, firstOf, type Hit, hit, LATEST_MAX, NOTHING } from './hit.ts';
import type { Term } from './term.ts';

/** The owner and kind of a typed id that providers know; null for another. */
export type Reference = (Account & { id: string; what: Referred }) | null;

/** Finds what an id of ours, or the provider's name of a payment, stands for. */
export async function readReference(tx: Tx, term: Term, provider: PaymentProvider | null): Promise<Reference> {
  const id = term.id ?? (await paymentNamed(tx, term.name, provider));
  const found = id === null ? null : await findReference(tx.q, id);
  return found === null || id === null ? null : { ...found, id };
}

async function paymentNamed(tx: Tx, name: string | null, provider: PaymentProvider | null): Promise<string | null> {
  return name === null || provider === null ? null : claimedBy(tx, provider.name, provider.spellPayment(name));
}

/** A withdrawal by id or by the bank's reference, or the latest of a member. */
export async function findWithdrawals(
  { q }: Tx,
  { name }: Term,
  reference: Reference,
  exact: MemberLine | null,
): Promise<Found> {
  if (reference?.what === 'withdrawal') {
    const found = await readWithdrawal(q, null, reference, reference.id);
    return found === null ? NOTHING : firstOf(await withdrawalHits(q, [found]));
  }
  const traceRef = readTraceRef(name);
  const traced = traceRef === undefined ? [] : await findTraced(q, traceRef, LATEST_MAX + 1);
  if (traced.length > 0) return firstOf(await withdrawalHits(q, traced));
  if (exact === null) return NOTHING;
  const { items, nextCursor } = await listWithdrawals(q, null, exact, { limit: LATEST_MAX });
  return firstOf(await withdrawalHits(q, items), nextCursor !== null);
}

async function withdrawalHits(q: Tx['q'], found: readonly WithdrawalRecord[]): Promise<Hit[]> {
  const nameOf = await memberNames(
    q,
    found.map(({ memberId }) => memberId),
  );
  return found.map(({ id, memberId, payee, state, amount, submittedAtMs }) =>
    hit({
      ...{ kind: 'withdrawal', id, memberId, name: nameOf(memberId), about: payee.masked, state },
      ...{ amountMinor: String(amount), atMs: submittedAtMs },
    }),
  );
}

/** A payment by its id or the provider's reference, or a top-up by its id. */
export async function findPayments({ q }: Tx, reference: Reference): Promise<Found> {
  if (reference === null || reference.what === 'withdrawal') return NOTHING;
  const nameOf = await memberNames(q, [reference.memberId]);
  const name = nameOf(reference.memberId);
  if (reference.what === 'payment') {
    const found = await readPayment(q, reference, reference.id);
    if (found === null) return NOTHING;
    const { id, memberId, state, atMs, received, topUpId } = found;
    const amountMinor = String(received.amount);
    return firstOf([hit({ kind: 'payment', id, memberId, name, about: topUpId, state, amountMinor, atMs })]);
  }
  const topUp = await findTopUp(q, reference, reference.id);
  if (topUp === null) return NOTHING;
  return firstOf([topUpHit(topUp, reference, name)]);
}

/** The payment of a top-up is what staff work on. Without one, the hit leads to the member. */
function topUpHit(topUp: FoundTopUp, { id, memberId }: Account & { id: string }, name: string): Hit {
  const { paymentId, amount, atMs, state } = topUp;
  const facts = { memberId, name, about: id, amountMinor: String(amount), atMs };
  return paymentId === null
    ? hit({ kind: 'top-up', id, state, ...facts })
    : hit({ kind: 'payment', id: paymentId, state: topUp.paymentState, ...facts });
}
