import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { lockWithdrawal } from './withdrawal-rows.ts';

/** A ten-minute assignment of a withdrawal to one staff member. Until it ends, no other staff member may decide. */
export interface Claim {
  staffId: string;
  until: Date;
}

type Which = Account & { id: string };

/** Long enough to look something up, short enough that an abandoned claim blocks nothing. */
const CLAIM_MS = 10 * 60_000;

/**
 * Claims a withdrawal in review, or extends the caller's own claim. Claims only coordinate staff: a review still
 * approves itself when it is due. Throws `not-found`, `too-late` when the withdrawal is not in review, and `claimed`
 * while another staff member holds it.
 */
export async function claimWithdrawal(tx: Tx, account: Account, id: string, staffId: string): Promise<Claim> {
  const row = await lockWithdrawal(tx, account, id);
  if (!row) throw new Refusal('not-found');
  if (row.state !== 'in-review') throw new Refusal('too-late');
  await refuseClaimed(tx, row, staffId);
  const at = await clockNow(tx.q);
  const until = new Date(at.getTime() + CLAIM_MS);
  await tx.q
    .insertInto('payments.withdrawal_claim')
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

/** Releases the caller's claim before it ends. Returns false, and changes nothing, when the caller holds no claim. */
export async function releaseClaim(tx: Tx, { bucket, memberId, id }: Which, staffId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('payments.withdrawal_claim')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('withdrawal_id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Throws `claimed` while another staff member holds the claim. The caller must have locked the withdrawal. */
export async function refuseClaimed(tx: Tx, which: Which, staffId: string): Promise<void> {
  const claim = (await readClaims(tx.q, [which])).get(which.id);
  if (claim && claim.staffId !== staffId) throw new Refusal('claimed', { untilMs: claim.until.getTime() });
}

/** Reads the active claims of withdrawals, keyed by withdrawal id. */
export async function readClaims(q: Db | Tx['q'], of: readonly Which[]): Promise<Map<string, Claim>> {
  if (of.length === 0) return new Map();
  const now = await clockNow(q);
  const rows = await q
    .selectFrom('payments.withdrawal_claim')
    .select(['withdrawal_id', 'staff_id', 'until_at'])
    .where((eb) =>
      eb.or(of.map(({ bucket, memberId, id }) => eb.and({ bucket, member_id: memberId, withdrawal_id: id }))),
    )
    .where('until_at', '>', now)
    .execute();
  return new Map(rows.map((row) => [row.withdrawal_id, { staffId: row.staff_id, until: row.until_at }]));
}
