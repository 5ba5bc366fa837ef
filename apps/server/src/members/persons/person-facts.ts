import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** Facts about a person, for staff who review money. */
export interface PersonFacts {
  /** Null until it is given. */
  realName: string | null;
  /** When staff last corrected the name; null when they never did. */
  nameCorrectedAt: Date | null;
  financePasswordSetAt: Date | null;
}

/** Reads the facts of members, by member id. */
export async function readPersonFacts(q: Db | Tx['q'], of: readonly Account[]): Promise<Map<string, PersonFacts>> {
  if (of.length === 0) return new Map();
  const which = sql.join(of.map(({ bucket, memberId }) => sql`(${bucket}::smallint, ${memberId}::uuid)`));
  const { rows } = await sql<PersonFacts & { memberId: string }>`
    select m.member_id as "memberId", n.name as "realName",
      case when n.version > 1 then n.at end as "nameCorrectedAt", f.set_at as "financePasswordSetAt"
    from members.member m
    left join members.finance_password f on f.bucket = m.bucket and f.member_id = m.member_id
    left join lateral (
      select r.name, r.version, r.at from members.real_name r
      where r.bucket = m.bucket and r.member_id = m.member_id order by r.version desc limit 1) n on true
    where (m.bucket, m.member_id) in (${which})`.execute(q);
  return new Map(rows.map(({ memberId, ...facts }) => [memberId, facts]));
}
