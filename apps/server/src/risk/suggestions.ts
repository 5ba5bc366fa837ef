import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';
import type { LimitKind } from '../members/limits/limit-kinds.ts';
import { readLimits, refuseOutOfRange, tightenLimit } from '../members/limits/limits.ts';
import { Refusal } from '../refusal.ts';

/** A stricter limit that staff suggested, still open. */
export interface LimitSuggestion {
  id: string;
  kind: LimitKind;
  /** Minor units or minutes. */
  value: bigint;
  at: Date;
  expiresAt: Date;
}

export const SUGGESTION_ANSWERS = ['accepted', 'declined', 'replaced'] as const;
export type SuggestionAnswer = (typeof SUGGESTION_ANSWERS)[number];

/** A suggestion as staff see it. */
export interface AnsweredSuggestion extends LimitSuggestion {
  answer: SuggestionAnswer | null;
  answeredAt: Date | null;
}

const OPEN_MS = 30 * DAY_MS;

/**
 * Suggests a stricter limit, and replaces an open suggestion of the kind. It changes no limit. Throws `limit-range`
 * and `limit-not-stricter`.
 */
export async function suggestLimit(
  tx: Tx,
  account: Account,
  { caseId, kind, value }: { caseId: string; kind: LimitKind; value: bigint },
): Promise<void> {
  refuseOutOfRange(kind, value);
  await lockBalance(tx, account);
  const limits = await readLimits(tx.q, account);
  const current = limits.find((limit) => limit.kind === kind)?.value ?? null;
  if (current !== null && value >= current) throw new Refusal('limit-not-stricter');
  const now = await clockNow(tx.q);
  await tx.q
    .updateTable('risk.limit_suggestion')
    .set({ answer: 'replaced', answered_at: now })
    .where(ofMember(account))
    .where('kind', '=', kind)
    .where('answer', 'is', null)
    .execute();
  const { bucket, memberId } = account;
  await tx.q
    .insertInto('risk.limit_suggestion')
    .values({
      ...{ bucket, member_id: memberId, id: newId(), case_id: caseId, kind, value, at: now },
      expires_at: new Date(now.getTime() + OPEN_MS),
    })
    .execute();
}

/** A member's open suggestions, oldest first: neither answered nor expired, and stricter than the limit in force. */
export async function openSuggestions(q: Db | Tx['q'], account: Account): Promise<LimitSuggestion[]> {
  const { rows } = await sql<LimitSuggestion>`
    select s.id, s.kind, s.value, s.at, s.expires_at as "expiresAt" from risk.limit_suggestion s
    where ${ofMember(account, 's')} and s.answer is null and s.expires_at > clock.now() order by s.at, s.id`.execute(q);
  if (rows.length === 0) return [];
  const limits = await readLimits(q, account);
  return rows.filter(({ kind, value }) => {
    const current = limits.find((limit) => limit.kind === kind)?.value ?? null;
    return current === null || value < current;
  });
}

/** Suggestions that belong to a case, oldest first. */
export async function suggestionsOf(q: Tx['q'], account: Account, caseId: string): Promise<AnsweredSuggestion[]> {
  const { rows } = await sql<AnsweredSuggestion>`
    select s.id, s.kind, s.value, s.at, s.expires_at as "expiresAt", s.answer, s.answered_at as "answeredAt"
    from risk.limit_suggestion s
    where ${ofMember(account, 's')} and s.case_id = ${caseId}::uuid order by s.at, s.id`.execute(q);
  return rows;
}

/**
 * The member accepts a suggested limit, which applies at once, or declines it. Throws `not-found`, `suggestion-over`
 * for one that is answered or expired, and `limit-not-stricter` if a limit in force is stricter by now.
 */
export async function answerSuggestion(
  tx: Tx,
  account: Account,
  id: string,
  answer: 'accepted' | 'declined',
): Promise<void> {
  // The same order of locks as for setting a limit: the balance first.
  await lockBalance(tx, account);
  const row = await tx.q
    .selectFrom('risk.limit_suggestion')
    .select(['kind', 'value', 'answer', 'expires_at as expiresAt'])
    .where(ofMember(account))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const now = await clockNow(tx.q);
  if (row.answer !== null || row.expiresAt <= now) throw new Refusal('suggestion-over');
  if (answer === 'accepted') await tightenLimit(tx, account, row.kind as LimitKind, row.value);
  await tx.q
    .updateTable('risk.limit_suggestion')
    .set({ answer, answered_at: now })
    .where(ofMember(account))
    .where('id', '=', id)
    .execute();
}
