import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** State of a member's finance password, as the member sees it. */
export interface FinanceState {
  /** Also false when a reset has made the old one void. */
  set: boolean;
  /** Null unless it is locked now. */
  lockedUntil: Date | null;
  /**
   * When the current reset takes or took effect; null when there is none. After that time, a new password is set with
   * the login password.
   */
  resetAt: Date | null;
}

export async function readFinanceState(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<FinanceState> {
  const { rows } = await sql<{ isThere: boolean; lockedUntil: Date | null; resetAt: Date | null; isVoid: boolean }>`
    select p.member_id is not null as "isThere",
      case when p.locked_until > now.at then p.locked_until end as "lockedUntil",
      r.effective_at as "resetAt", coalesce(r.effective_at <= now.at, false) as "isVoid"
    from (select clock.now() as at) now
    left join members.finance_password p on ${ofMember({ bucket, memberId }, 'p')}
    left join lateral (
      select f.effective_at from members.finance_reset f
      where ${ofMember({ bucket, memberId }, 'f')}
        and f.cancelled_at is null and f.used_at is null
      order by f.effective_at limit 1
    ) r on true`.execute(q);
  const row = rows[0];
  if (!row) throw new Error('the clock query returned no row');
  const set = row.isThere && !row.isVoid;
  return { set, lockedUntil: set ? row.lockedUntil : null, resetAt: row.resetAt };
}
