import { sql } from 'kysely';
import type { RowMacs } from '../../crypto/row-macs.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import type { PaymentsDeps } from '../deps.ts';
import { activeLegalHold, asHeld, heldMembers } from '../rules/legal-holds.ts';
import { type Rule, readRule } from '../rules/rule.ts';
import { refuseAssigned, releaseAssignment } from './assignments.ts';
import { letGo, lockWithdrawal, type RefusalReason, refuseForGood, type WithdrawalRow } from './withdrawal-rows.ts';

/** One verdict of a staff member on a withdrawal in review. Only each person's last verdict counts. */
export interface Review {
  staffId: string;
  verdict: 'approve' | 'refuse';
  reason: RefusalReason | null;
  words: string | null;
  at: Date;
}

/** A staff member's change to the member's name or payee. */
export interface Edit {
  staffId: string;
  at: Date;
}

/** `waiting`: another person must give the same verdict. */
export type Reviewed = 'waiting' | 'decided';

type Tells = Pick<PaymentsDeps, 'tell'>;
type Overdue = Pick<PaymentsDeps, 'tell' | 'macs'>;
type Deps = Pick<PaymentsDeps, 'tell' | 'people' | 'macs'>;

/** Called after the withdrawal is locked, so that no edit slips in between. */
type EditsOf = () => Promise<readonly Edit[]>;

const WORDS_LENGTH_MIN = 10;
const WORDS_LENGTH_MAX = 500;
const PEOPLE_TO_REFUSE = 2;
/** Roles whose verdict counts. */
const ROLES = ['finance'];

/**
 * Approves a withdrawal in review. From `twoPeopleFrom` on it takes two people. A person who edited the member's name
 * or payee may not approve, and an edit voids earlier approvals. `why` is the reason that a second person reads.
 *
 * Throws:
 *
 * - `not-found`, `legal-hold`, `own-edit`
 * - `too-late` when it is not in review
 * - `assigned` while another staff member holds it
 * - when two people are needed: `too-new`, and `second-person-needed` for a repeated approval
 */
export async function approve(
  tx: Tx,
  deps: Deps,
  account: Account,
  id: string,
  staffId: string,
  editsOf: EditsOf = async () => [],
  why: string | null = null,
): Promise<Reviewed> {
  const row = await lockInReview(tx, account, id, staffId);
  if (await activeLegalHold(tx.q, deps.macs, account)) throw new Refusal('legal-hold');
  const edits = await editsOf();
  refuseOwnEdit(edits, staffId);
  const needed = peopleToApprove(await readRule(tx.q), row.amount);
  if (needed > 1) await deps.people.refuseTooNew(tx.q, staffId);
  const reviews = await counting(tx, deps, await readReviews(tx.q, deps.macs, row), edits);
  const others = reviews.filter((one) => one.verdict === 'approve' && one.staffId !== staffId);
  if (others.length + 1 < needed && reviews.some((one) => one.verdict === 'approve' && one.staffId === staffId)) {
    throw new Refusal('second-person-needed');
  }
  await say(tx, deps.macs, row, { staffId, verdict: 'approve', reason: null, words: why });
  await releaseAssignment(tx, row, staffId);
  if (others.length + 1 < needed) return 'waiting';
  await approveNow(tx, deps, row);
  return 'decided';
}

/**
 * Votes to refuse a withdrawal in review. Two people must give the same reason; then `refuseDecided` carries it out. A
 * person who edited the member's name or payee could have caused the reason, so they may not vote.
 *
 * Throws:
 *
 * - `not-found`, `own-edit`, `too-new`
 * - `reason-needed` for words that are too short or too long
 * - `too-late` when it is not in review or overdue
 * - `assigned` while another staff member holds it
 * - `second-person-needed` for a repeated vote
 */
export async function refuse(
  tx: Tx,
  deps: Deps,
  account: Account,
  id: string,
  given: { staffId: string; reason: RefusalReason; words: string },
  editsOf: EditsOf = async () => [],
): Promise<Reviewed> {
  const { staffId, reason } = given;
  const words = given.words.trim();
  if (words.length < WORDS_LENGTH_MIN || words.length > WORDS_LENGTH_MAX) {
    throw new Refusal('reason-needed', {}, { words: 'reason-needed' });
  }
  const row = await lockInReview(tx, account, id, staffId);
  await refuseOverdue(tx, deps.macs, row);
  const edits = await editsOf();
  refuseOwnEdit(edits, staffId);
  await deps.people.refuseTooNew(tx.q, staffId);
  const reviews = await counting(tx, deps, await readReviews(tx.q, deps.macs, row), edits);
  const same = reviews.filter((one) => one.verdict === 'refuse' && one.reason === reason);
  if (same.some((one) => one.staffId === staffId)) throw new Refusal('second-person-needed');
  await say(tx, deps.macs, row, { staffId, verdict: 'refuse', reason, words });
  await releaseAssignment(tx, row, staffId);
  if (same.length + 1 < PEOPLE_TO_REFUSE) return 'waiting';
  return 'decided';
}

/**
 * Carries out a refusal that `refuse` decided, with the words of the latest vote. The money returns to the balance in
 * this transaction. Throws `not-found`, `too-late` when it is not in review or overdue, and `second-person-needed`
 * when fewer than two votes are genuine.
 */
export async function refuseDecided(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell' | 'macs'>,
  account: Account,
  id: string,
  reason: string,
): Promise<void> {
  const row = await lockWithdrawal(tx, account, id);
  if (!row) throw new Refusal('not-found');
  if (row.state !== 'in-review') throw new Refusal('too-late');
  await refuseOverdue(tx, deps.macs, row);
  const last = new Map((await readReviews(tx.q, deps.macs, row)).map((one) => [one.staffId, one]));
  const reviews = [...last.values()].filter((one) => one.verdict === 'refuse' && one.reason === reason);
  const newest = reviews.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  if (reviews.length < PEOPLE_TO_REFUSE || !newest?.reason) throw new Refusal('second-person-needed');
  const refusal = { reason: newest.reason, words: newest.words ?? '' };
  await refuseForGood(tx, row, refusal);
  const params = { withdrawalId: id, amountMinor: String(row.amount), ...refusal };
  await deps.tell(tx, account, { kind: 'withdrawal-refused', params });
}

/** How many people must approve an amount. */
export function peopleToApprove({ twoPeopleFrom }: Pick<Rule, 'twoPeopleFrom'>, amount: bigint): number {
  return amount < twoPeopleFrom ? 1 : 2;
}

const OVERDUE_MAX = 200;

/**
 * Approves overdue reviews, except for members under a legal hold. Safe to run concurrently with itself and with staff
 * decisions. Returns how many it approved. A failure does not stop the rest; errors are thrown together at the end.
 */
export async function approveOverdue(deps: Pick<PaymentsDeps, 'db' | 'tell' | 'macs'>): Promise<number> {
  const held = await heldMembers(deps.db, deps.macs);
  const { rows } = await sql<{ bucket: number; member_id: string; id: string }>`
    with ${asHeld(held)}
    select w.bucket, w.member_id, w.id from payments.withdrawal w
    where w.state = 'in-review' and w.review_due_at <= clock.now()
      and not exists (select from held h where h.bucket = w.bucket and h.member_id = w.member_id)
    order by w.review_due_at limit ${OVERDUE_MAX}`.execute(deps.db);
  let approved = 0;
  const faults: unknown[] = [];
  for (const { bucket, member_id: memberId, id } of rows) {
    try {
      const went = await transaction(deps.db, (tx) => approveIfOverdue(tx, deps, { bucket, memberId }, id));
      if (went) approved += 1;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} reviews that are overdue stay open`);
  return approved;
}

async function approveIfOverdue(tx: Tx, deps: Overdue, account: Account, id: string): Promise<boolean> {
  const row = await lockWithdrawal(tx, account, id, true);
  if (row?.state !== 'in-review' || row.reviewDueAt === null) return false;
  if (row.reviewDueAt > (await clockNow(tx.q)) || (await activeLegalHold(tx.q, deps.macs, account))) return false;
  await approveNow(tx, deps, row);
  return true;
}

/** Reads the verdicts on a withdrawal, oldest first. Rows that the server did not write are dropped. */
export async function readReviews(
  q: Db | Tx['q'],
  macs: RowMacs,
  { bucket, memberId, id }: Account & { id: string },
): Promise<Review[]> {
  const rows = await q
    .selectFrom('payments.withdrawal_review')
    .selectAll()
    .where(ofMember({ bucket, memberId }))
    .where('withdrawal_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const reviews = rows.filter((row) => macs.isGenuine('payments.withdrawal_review', row, row.mac));
  return reviews.map(({ staff_id: staffId, verdict, reason, words, at }) => ({
    ...{ staffId, words, at },
    verdict: verdict as Review['verdict'],
    reason: reason as RefusalReason | null,
  }));
}

/** Staff who have reviewed withdrawals, by withdrawal id. For lists: it says nothing of what counts. */
export async function readReviewers(
  q: Db | Tx['q'],
  of: readonly (Account & { id: string })[],
): Promise<Map<string, string[]>> {
  if (of.length === 0) return new Map();
  const rows = await q
    .selectFrom('payments.withdrawal_review')
    .select(['withdrawal_id', 'staff_id'])
    .where((eb) =>
      eb.or(of.map(({ bucket, memberId, id }) => eb.and({ bucket, member_id: memberId, withdrawal_id: id }))),
    )
    .execute();
  const found = new Map<string, string[]>();
  for (const { withdrawal_id: id, staff_id: staffId } of rows) found.set(id, [...(found.get(id) ?? []), staffId]);
  return found;
}

async function lockInReview(tx: Tx, account: Account, id: string, staffId: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, account, id);
  if (!row) throw new Refusal('not-found');
  if (row.state !== 'in-review') throw new Refusal('too-late');
  await refuseAssigned(tx, row, staffId);
  return row;
}

/** Throws `too-late` for an overdue review. One that only a legal hold delays can still be refused. */
async function refuseOverdue(tx: Tx, macs: RowMacs, row: WithdrawalRow): Promise<void> {
  const isOverdue = row.reviewDueAt !== null && row.reviewDueAt <= (await clockNow(tx.q));
  if (isOverdue && !(await activeLegalHold(tx.q, macs, row))) throw new Refusal('too-late');
}

function refuseOwnEdit(edits: readonly Edit[], staffId: string): void {
  if (edits.some((edit) => edit.staffId === staffId)) throw new Refusal('own-edit');
}

/**
 * The verdicts that count: the last of each person who still counts, unless an edit voids it. Ordered by each person's
 * first verdict.
 */
export async function counting(
  tx: Tx,
  { people }: Pick<Deps, 'people'>,
  reviews: readonly Review[],
  edits: readonly Edit[],
): Promise<Review[]> {
  const last = new Map(reviews.map((one) => [one.staffId, one]));
  const known = await people.counted(tx.q, [...last.keys()], ROLES);
  return [...last.values()].filter((one) => known.has(one.staffId) && outlives(one, edits));
}

/**
 * An edit voids earlier approvals, which concerned other data. It voids refusals of the editor, who could have caused
 * the reason.
 */
function outlives({ verdict, staffId, at }: Review, edits: readonly Edit[]): boolean {
  return verdict === 'approve' ? edits.every((edit) => edit.at < at) : edits.every((edit) => edit.staffId !== staffId);
}

async function say(
  tx: Tx,
  macs: RowMacs,
  { bucket, memberId, id }: WithdrawalRow,
  reviews: Omit<Review, 'at'>,
): Promise<void> {
  const { staffId, ...rest } = reviews;
  const of = { bucket, member_id: memberId, withdrawal_id: id };
  const row = { ...of, id: newId(), staff_id: staffId, ...rest, at: await clockNow(tx.q) };
  const mac = macs.of('payments.withdrawal_review', row);
  await tx.q
    .insertInto('payments.withdrawal_review')
    .values({ ...row, mac })
    .execute();
}

async function approveNow(tx: Tx, deps: Tells, row: WithdrawalRow): Promise<void> {
  await letGo(tx, row);
  const params = { withdrawalId: row.id, amountMinor: String(row.amount) };
  await deps.tell(tx, row, { kind: 'withdrawal-approved', params });
}
