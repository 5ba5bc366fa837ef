import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/**
 * States of a top-up.
 *
 * - `created`: the provider may know of it.
 * - `pending`: the provider waits for the money.
 * - `review`: what arrived differs from what was requested.
 *
 * Events arrive late and in any order. `failed`, `expired` and `refunded` can change to `credited` or `review`;
 * `credited` is final.
 */
export const TOP_UP_STATES = ['created', 'pending', 'review', 'credited', 'refunded', 'failed', 'expired'] as const;
export type TopUpState = (typeof TOP_UP_STATES)[number];

/** A top-up as stored. Amounts are minor units. */
export interface TopUpRow extends Account {
  id: string;
  amount: bigint;
  currency: string;
  provider: string;
  state: TopUpState;
  checkoutUrl: string | null;
  createdAt: Date;
  expiresAt: Date;
  nextAt: Date;
}

const ENDS: readonly TopUpState[] = ['credited', 'refunded', 'failed', 'expired'];
/** States of an unpaid top-up. */
export const OPEN_STATES: readonly TopUpState[] = ['created', 'pending'];

/**
 * Locks a top-up until the transaction ends; null when there is none. With `skip`, also null when it is locked
 * elsewhere. Lock it before its payments and before the balance.
 */
export async function lockTopUp(
  tx: Tx,
  { bucket, memberId }: Account,
  id: string,
  options: { skip?: boolean } = {},
): Promise<TopUpRow | null> {
  const query = tx.q
    .selectFrom('payments.top_up')
    .select(['amount', 'currency', 'provider', 'state', 'checkout_url', 'created_at', 'expires_at', 'next_at'])
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .forUpdate();
  const row = await (options.skip ? query.skipLocked() : query).executeTakeFirst();
  if (!row) return null;
  const { amount, currency, provider, state } = row;
  return {
    ...{ bucket, memberId, id, amount, currency, provider },
    state: state as TopUpState,
    checkoutUrl: row.checkout_url,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    nextAt: row.next_at,
  };
}

/** Moves a locked top-up to another state and adds a step to its timeline. */
export async function moveTopUp(tx: Tx, topUp: TopUpRow, state: TopUpState): Promise<void> {
  if (topUp.state === state) return;
  const now = await clockNow(tx.q);
  await changeTopUp(tx, topUp, { state, ended_at: ENDS.includes(state) ? now : null });
  await addTopUpStep(tx, topUp, state, now);
}

/** Updates a locked top-up. */
export async function changeTopUp(
  tx: Tx,
  { bucket, memberId, id }: Account & { id: string },
  values: {
    state?: TopUpState;
    ended_at?: Date | null;
    next_at?: Date;
    checkout_ref?: string;
    checkout_url?: string;
  },
): Promise<void> {
  await tx.q
    .updateTable('payments.top_up')
    .set(values)
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .execute();
}

export async function addTopUpStep(
  tx: Tx,
  { bucket, memberId, id }: Account & { id: string },
  state: TopUpState,
  at: Date,
): Promise<void> {
  await tx.q
    .insertInto('payments.top_up_event')
    .values({ bucket, member_id: memberId, top_up_id: id, id: newId(), state, at })
    .execute();
}
