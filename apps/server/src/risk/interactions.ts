import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import type { Account } from '../ledger/lock.ts';
import type { LimitKind } from '../members/limits/limit-kinds.ts';
import { Refusal } from '../refusal.ts';
import { suggestLimit } from './suggestions.ts';

/** What staff can do about a case. None of it changes a limit, a bet or a balance. */
export const INTERACTION_ACTIONS = ['message', 'call', 'limit', 'time-out', 'none'] as const;
export type InteractionAction = (typeof INTERACTION_ACTIONS)[number];

export const INTERACTION_OUTCOMES = ['sent', 'talked', 'no-answer', 'agreed', 'declined', 'no-concern'] as const;
export type InteractionOutcome = (typeof INTERACTION_OUTCOMES)[number];

export interface NewInteraction {
  staffId: string;
  action: InteractionAction;
  outcome: InteractionOutcome;
  /** What was said and why; members see it in their data. */
  words: string;
  /** Days until the follow-up; null: the case is done. */
  followUpDays: number | null;
  /** Of `limit`: what is suggested. */
  limit: { kind: LimitKind; value: bigint } | null;
}

export const FOLLOW_UP_DAYS_MAX = 180;
const WORDS = { min: 10, max: 2_000 };
/** Most interactions of one case. */
const INTERACTIONS_MAX = 100;

/**
 * Records what staff did about a case, and sets its follow-up or closes it. A suggested limit waits for the member.
 * Throws `not-found`, `too-late` for a case that is done, `words-bad`, `invalid-body` for a limit that does not fit the
 * action, and what `suggestLimit` throws.
 */
export async function recordInteraction(tx: Tx, account: Account, caseId: string, made: NewInteraction): Promise<void> {
  const words = readWords(made.words);
  if ((made.action === 'limit') !== (made.limit !== null)) throw new Refusal('invalid-body', {}, { limit: 'fill-in' });
  // A suggestion locks the balance: before the case, in the order of all acts on limits.
  if (made.limit !== null) await suggestLimit(tx, account, { caseId, ...made.limit });
  await lockOpen(tx, account, caseId);
  const now = await clockNow(tx.q);
  const followUpAt = made.followUpDays === null ? null : new Date(now.getTime() + made.followUpDays * DAY_MS);
  await tx.q
    .insertInto('risk.interaction')
    .values({
      ...{ bucket: account.bucket, member_id: account.memberId, case_id: caseId, id: newId() },
      ...{ staff_id: made.staffId, action: made.action, outcome: made.outcome, words },
      ...{ follow_up_at: followUpAt, at: now },
    })
    .execute();
  await tx.q
    .updateTable('risk.member_case')
    .set({ due_at: followUpAt, closed_at: followUpAt === null ? now : null })
    .where(ofMember(account))
    .where('id', '=', caseId)
    .execute();
}

/** Throws `words-bad`. */
function readWords(typed: string): string {
  const words = typed.trim().toWellFormed();
  const length = [...words].length;
  if (length >= WORDS.min && length <= WORDS.max && !words.includes('\0')) return words;
  throw new Refusal('words-bad', WORDS, { words: 'words-bad' });
}

/** Locks an open case. Throws `not-found`, and `too-late` for one that is done or has too many entries. */
async function lockOpen(tx: Tx, account: Account, caseId: string): Promise<void> {
  const row = await tx.q
    .selectFrom('risk.member_case')
    .select('due_at')
    .where(ofMember(account))
    .where('id', '=', caseId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const { n } = await tx.q
    .selectFrom('risk.interaction')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where(ofMember(account))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  if (row.due_at === null || Number(n) >= INTERACTIONS_MAX) throw new Refusal('too-late');
}
