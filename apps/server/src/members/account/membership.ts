import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';

/** A past or present suspension. */
export interface PastSuspension {
  id: string;
  reason: string;
  from: Date;
  /** Null: until it is lifted. */
  until: Date | null;
  liftedAt: Date | null;
}

const SUSPENSIONS_MAX = 20;

/** Lists a member's suspensions, newest first, 20 at most. */
export function listSuspensions(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<PastSuspension[]> {
  return q
    .selectFrom('members.suspension')
    .select(['id', 'reason', 'from_at as from', 'until_at as until', 'lifted_at as liftedAt'])
    .where(ofMember({ bucket, memberId }))
    .orderBy('id', 'desc')
    .limit(SUSPENSIONS_MAX)
    .execute();
}

/** Whole years as a member, and the birth date (`YYYY-MM-DD`). Throws `not-found`. */
export async function yearsAsMember(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
): Promise<{ years: number; birthDate: string }> {
  const { rows } = await sql<{ years: number; birthDate: string }>`
    select extract(year from age(clock.now(), m.created_at))::integer as years, m.birth_date::text as "birthDate"
    from members.member m where ${ofMember({ bucket, memberId }, 'm')}`.execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return rows[0];
}

/** A member's age in whole years (UTC). Throws `not-found`, also when the birth date was erased. */
export async function ageInYears(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<number> {
  const { rows } = await sql<{ years: number | null }>`
    select extract(year from age((clock.now() at time zone 'UTC')::date, m.birth_date))::integer as years
    from members.member m where ${ofMember({ bucket, memberId }, 'm')}`.execute(q);
  const years = rows[0]?.years ?? null;
  if (years === null) throw new Refusal('not-found');
  return years;
}
