import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { lockWithdrawal } from './withdrawal-rows.ts';

/** A ten-minute assignment of a withdrawal to one staff member. Until it ends, no other staff member may decide. */
export interface Assignment {
  staffId: string;
  until: Date;
}

type Which = Account & { id: string };

/** Long enough to look something up, short enough that an abandoned assignment blocks nothing. */
const ASSIGNMENT_MS = 10 * 60_000;

/**
 * Assigns a withdrawal in review, or extends the caller's own assignment. Assignments only coordinate staff: a review
 * still approves itself when it is due. Throws `not-found`, `too-late` when the withdrawal is not in review, and
 * `assigned` while another staff member holds it.
 */
export async function assignWithdrawal(tx: Tx, account: Account, id: string, staffId: string): Promise<Assignment> {
  const row = await lockWithdrawal(tx, account, id);
  if (!row) throw new Refusal('not-found');
  if (row.state !== 'in-review') throw new Refusal('too-late');
  await refuseAssigned(tx, row, staffId);
  const at = await clockNow(tx.q);
  const until = new Date(at.getTime() + ASSIGNMENT_MS);
  await tx.q
    .insertInto('payments.withdrawal_assignment')
    .values({
      bucket: row.bucket,
      member_id: row.memberId,
      withdrawal_id: id,
      staff_id: staffId,
      at,
      until_at: until,
    })
    .onConflict((on) =>
      on.columns(['bucket', 'member_id', 'withdrawal_id']).doUpdateSet({ staff_id: staffId, at, until_at: until }),
    )
    .execute();
  return { staffId, until };
}

/** Releases the caller's assignment before it ends. Returns false, and changes nothing, when the caller holds none. */
export async function releaseAssignment(tx: Tx, { bucket, memberId, id }: Which, staffId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('payments.withdrawal_assignment')
    .where(ofMember({ bucket, memberId }))
    .where('withdrawal_id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Throws `assigned` while another staff member holds the assignment. The caller must have locked the withdrawal. */
export async function refuseAssigned(tx: Tx, which: Which, staffId: string): Promise<void> {
  const assignment = (await readAssignments(tx.q, [which])).get(which.id);
  if (assignment && assignment.staffId !== staffId)
    throw new Refusal('assigned', { untilMs: assignment.until.getTime() });
}

/** Reads the active assignments of withdrawals, keyed by withdrawal id. */
export async function readAssignments(q: Db | Tx['q'], of: readonly Which[]): Promise<Map<string, Assignment>> {
  if (of.length === 0) return new Map();
  const now = await clockNow(q);
  const rows = await q
    .selectFrom('payments.withdrawal_assignment')
    .select(['withdrawal_id', 'staff_id', 'until_at'])
    .where((eb) =>
      eb.or(of.map(({ bucket, memberId, id }) => eb.and({ bucket, member_id: memberId, withdrawal_id: id }))),
    )
    .where('until_at', '>', now)
    .execute();
  return new Map(rows.map((row) => [row.withdrawal_id, { staffId: row.staff_id, until: row.until_at }]));
}
