import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** `approved`: to be sent to the provider. `sent`: the provider accepted it. The last four states are final. */
export const WITHDRAWAL_STATES = ['in-review', 'approved', 'sent', 'paid', 'refused', 'failed', 'returned'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** The only reasons for refusing a withdrawal. */
export const REFUSAL_REASONS = ['payee-not-own', 'account-taken-over', 'authority-order'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A withdrawal as stored. Its id is also the id of its ledger hold. */
export interface WithdrawalRow extends Account {
  id: string;
  /** Day of submission (`YYYY-MM-DD`, UTC). All its postings carry this day. */
  day: string;
  amount: bigint;
  currency: string;
  payeeId: string;
  provider: string;
  state: WithdrawalState;
  reviewDueAt: Date | null;
  /** Tries to send it, or to poll it once sent. Starts again at 0 when it is sent. */
  attempts: number;
  nextAt: Date | null;
}

/**
 * Locks a withdrawal until the transaction ends. Null when there is none, and with `skip` when it is locked elsewhere.
 */
export async function lockWithdrawal(
  tx: Tx,
  { bucket, memberId }: Account,
  id: string,
  skip = false,
): Promise<WithdrawalRow | null> {
  const query = tx.q
    .selectFrom('payments.withdrawal')
    .select([
      'id',
      'day',
      'amount',
      'currency',
      'payee_id',
      'provider',
      'state',
      'review_due_at',
      'attempts',
      'next_at',
    ])
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .forUpdate();
  const row = await (skip ? query.skipLocked() : query).executeTakeFirst();
  if (!row) return null;
  const { payee_id: payeeId, review_due_at: reviewDueAt, next_at: nextAt, state, ...same } = row;
  return { bucket, memberId, ...same, payeeId, reviewDueAt, nextAt, state: state as WithdrawalState };
}

/** Approves a withdrawal. Throws unless it is in review. */
export async function letGo(tx: Tx, of: Account & { id: string }): Promise<void> {
  await sql`select payments.approve_withdrawal(${of.bucket}::smallint, ${of.memberId}::uuid, ${of.id}::uuid)`.execute(
    tx.q,
  );
  await addStep(tx, of, 'approved', await clockNow(tx.q));
}

/** Refuses a withdrawal in review and returns its money. Throws unless two people refused it for this reason. */
export async function refuseForGood(
  tx: Tx,
  of: Account & { id: string },
  { reason, words }: { reason: RefusalReason; words: string },
): Promise<void> {
  await sql`
    select payments.refuse_withdrawal(
      ${of.bucket}::smallint, ${of.memberId}::uuid, ${of.id}::uuid, ${reason}, ${words})`.execute(tx.q);
  await addStep(tx, of, 'refused', await clockNow(tx.q));
}

/**
 * Moves a withdrawal that was never tried to another provider. `tried`: it stays with the provider that may have it.
 * `card`: no other provider can pay it.
 */
export async function moveUnsent(
  tx: Tx,
  of: Account & { id: string },
  provider: string,
): Promise<'moved' | 'card' | 'tried'> {
  const { rows } = await sql<{ moved: boolean | null }>`
    select payments.move_unsent(
      ${of.bucket}::smallint, ${of.memberId}::uuid, ${of.id}::uuid, ${provider}) as moved`.execute(tx.q);
  const moved = rows[0]?.moved ?? null;
  return moved === null ? 'tried' : moved ? 'moved' : 'card';
}

/** Records that the provider accepted a withdrawal. Throws unless it was approved. */
export async function noteSent(
  tx: Tx,
  of: Account & { id: string },
  { providerRef, nextAt, at }: { providerRef: string; nextAt: Date; at: Date },
): Promise<void> {
  await sql`
    select payments.note_sent(
      ${of.bucket}::smallint, ${of.memberId}::uuid, ${of.id}::uuid, ${providerRef}, ${nextAt}::timestamptz)`.execute(
    tx.q,
  );
  await addStep(tx, of, 'sent', at);
}

/** The database function that ends a payout and posts its money, by final state. */
const ENDS = {
  paid: sql.raw('payments.book_payout'),
  failed: sql.raw('payments.fail_payout'),
  returned: sql.raw('payments.return_payout'),
} as const;

/**
 * Ends a payout and posts its money, based on the provider's event `eventId`. Throws when the event does not report
 * this outcome, or the withdrawal cannot end so.
 */
export async function endPayout(
  tx: Tx,
  of: Account & { id: string },
  state: keyof typeof ENDS,
  { eventId, providerRef }: { eventId: string; providerRef: string | null },
): Promise<void> {
  await sql`
    select ${ENDS[state]}(${of.bucket}::smallint, ${of.memberId}::uuid, ${of.id}::uuid, ${eventId})`.execute(tx.q);
  if (providerRef !== null) {
    await tx.q
      .updateTable('payments.withdrawal')
      .set({ provider_ref: providerRef })
      .where(ofMember(of))
      .where('id', '=', of.id)
      .execute();
  }
  await addStep(tx, of, state, await clockNow(tx.q));
}

/** Stores the reference of the bank or card scheme. The first one stays. */
export async function noteTrace(tx: Tx, of: Account & { id: string }, traceRef: string): Promise<void> {
  await tx.q
    .updateTable('payments.withdrawal')
    .set({ trace_ref: traceRef })
    .where(ofMember(of))
    .where('id', '=', of.id)
    .where('trace_ref', 'is', null)
    .execute();
}

/** Counts a try to send or poll, and schedules the next one, at most six hours ahead. */
export async function putOff(tx: Tx, of: Account & { id: string }, attempts: number, nextAt: Date): Promise<void> {
  await sql`
    select payments.put_off(
      ${of.bucket}::smallint, ${of.memberId}::uuid, ${of.id}::uuid, ${attempts}::integer, ${nextAt}::timestamptz)`.execute(
    tx.q,
  );
}

export async function addStep(
  tx: Tx,
  { bucket, memberId, id }: Account & { id: string },
  state: WithdrawalState | 'submitted',
  at: Date,
): Promise<void> {
  await tx.q
    .insertInto('payments.withdrawal_event')
    .values({ bucket, member_id: memberId, withdrawal_id: id, id: newId(), state, at })
    .execute();
}

/** Records the outcome of a try to pay. The health of payouts is derived from these. */
export async function noteOutcome(
  tx: Tx,
  { bucket, memberId, id }: Account & { id: string },
  outcome: 'paid' | 'failed' | 'error',
): Promise<void> {
  await sql`
    insert into payments.payout_outcome (bucket, member_id, withdrawal_id, id, outcome, at)
    values (${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${newId()}::uuid, ${outcome}, clock.now())
    `.execute(tx.q);
}
