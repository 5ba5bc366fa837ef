import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';
import { lockWithdrawal } from './withdrawal-rows.ts';

/** Who of the staff looks at a withdrawal, and until when nobody else decides on it. */
export interface Claim {
  staffId: string;
  until: Date;
}

type Which = Account & { id: string };

/** Long enough to look something up; somebody who went home keeps nothing back. */
const CLAIM_MS = 10 * 60_000;

/**
 * Takes a withdrawal in review to look at, or keeps it for longer. It is for the staff among themselves: a review
 * approves itself in time whoever has taken it. Throws `not-found`, `too-late` for one that is no longer in review,
 * `claimed` while somebody else has it.
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

/** Gives a withdrawal back before its time; somebody else's stays. Returns whether it was one's own. */
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

/** Throws `claimed` while somebody else looks at it. To be called with the withdrawal held. */
export async function refuseClaimed(tx: Tx, which: Which, staffId: string): Promise<void> {
  const claim = (await readClaims(tx.q, [which])).get(which.id);
  if (claim && claim.staffId !== staffId) throw new Refusal('claimed', { untilMs: claim.until.getTime() });
}

/** The claims in force on some withdrawals, by their ids. */
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
