import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import { claimRequest } from '../../ledger/idempotency.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import type { PaymentsDeps } from '../deps.ts';
import { activePayee } from '../payees/payees.ts';
import { addReference } from '../provider/references.ts';
import { type Rule, readRule } from '../rules/rule.ts';
import { addStep } from './withdrawal-rows.ts';

export interface WithdrawalAsk {
  /** UUID made by the client and kept across retries. */
  key: string;
  /** Minor units. */
  amount: bigint;
}

/** A review approves itself after this time. */
const REVIEW_MS_MAX = DAY_MS;

/** Dependencies of a withdrawal. Access checks, switches and the health of the house are the caller's concern. */
type Deps = Pick<PaymentsDeps, 'provider' | 'tell' | 'money'>;

/**
 * Submits a withdrawal to the member's card or account and returns its id. A repeated key returns the same withdrawal.
 * Throws `key-reused`, `bad-amount`, `balance-too-small`, `amount-too-small`, `amount-too-large`, `too-many-today` and
 * `payee-first`. The limits of amount and count do not apply when the whole balance is withdrawn.
 */
export async function submitWithdrawal(tx: Tx, deps: Deps, account: Account, ask: WithdrawalAsk): Promise<string> {
  if (ask.amount <= 0n) throw new Refusal('bad-amount');
  const claim = await claimRequest(tx, { ...account, key: ask.key, bodyHash: hashOf(ask) });
  if (!claim.first) return claim.ref;
  const available = await lockBalance(tx, account);
  const rule = await readRule(tx.q);
  if (ask.amount > available) {
    throw new Refusal('balance-too-small', { missingMinor: String(ask.amount - available) });
  }
  if (ask.amount < available) refuseByAmount(rule, ask.amount);
  if (ask.amount < available && (await countOfDay(tx.q, account, claim.day)) >= rule.withdrawalsPerDay) {
    throw new Refusal('too-many-today', { perDay: rule.withdrawalsPerDay });
  }
  await submit(tx, deps, account, rule, { id: claim.ref, amount: ask.amount, whole: false });
  return claim.ref;
}

/**
 * Withdraws the whole balance of a member whose account closes (`startClosure`), or whose self-exclusion pays out.
 * Returns the withdrawal's id, or null when the balance is empty. Throws `payee-first`.
 */
export async function withdrawAll(tx: Tx, deps: Deps, account: Account): Promise<string | null> {
  const amount = await lockBalance(tx, account);
  if (amount === 0n) return null;
  const id = newId();
  await submit(tx, deps, account, await readRule(tx.q), { id, amount, whole: true });
  return id;
}

/** Counts a member's withdrawals of a day (`YYYY-MM-DD`, UTC), except those whose money came back. */
export async function countOfDay(q: Db | Tx['q'], { bucket, memberId }: Account, day: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from payments.withdrawal w
    where ${ofMember({ bucket, memberId }, 'w')} and w.day = ${day}::date
      and w.state not in ('refused', 'failed', 'returned')`.execute(q);
  return Number(rows[0]?.n ?? 0);
}

function hashOf({ amount }: WithdrawalAsk): Buffer {
  return createHash('sha256').update(`tercet/withdrawal/${amount}`).digest();
}

function refuseByAmount({ withdrawalMin, withdrawalMax }: Rule, amount: bigint): void {
  if (amount < withdrawalMin) throw new Refusal('amount-too-small', { minMinor: String(withdrawalMin) });
  if (amount > withdrawalMax) throw new Refusal('amount-too-large', { maxMinor: String(withdrawalMax) });
}

async function submit(
  tx: Tx,
  deps: Deps,
  account: Account,
  rule: Rule,
  { id, amount, whole }: { id: string; amount: bigint; whole: boolean },
): Promise<void> {
  const { bucket, memberId } = account;
  const payee = await activePayee(tx.q, account);
  if (!payee) throw new Refusal('payee-first');
  await addReference(tx, account, 'withdrawal', id);
  const now = await clockNow(tx.q);
  const dueAt = amount < rule.reviewFrom ? null : new Date(now.getTime() + REVIEW_MS_MAX);
  const state = dueAt === null ? 'approved' : 'in-review';
  // A card token works only with its provider; an IBAN works with the house's current one.
  const provider = payee.kind === 'iban' ? (deps.provider?.name ?? payee.provider) : payee.provider;
  // The database computes state, deadline and day by the same rule. Only a cluster's worker takes currency and state.
  const terms = sql`${payee.id}::uuid, ${provider}, ${deps.money.currency}, ${state}`;
  await (whole
    ? sql`select payments.hold_final(${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${terms})`
    : sql`select payments.hold_withdrawal(
        ${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${amount}::bigint, ${terms})`
  ).execute(tx.q);
  const of = { ...account, id };
  await addStep(tx, of, 'submitted', now);
  await addStep(tx, of, state, now);
  const params = { withdrawalId: id, amountMinor: String(amount) };
  await (dueAt === null
    ? deps.tell(tx, account, { kind: 'withdrawal-submitted', params })
    : deps.tell(tx, account, { kind: 'withdrawal-in-review', params: { ...params, dueAtMs: dueAt.getTime() } }));
}
