import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Identity } from '../../identity.ts';

/** First and last UTC day (`YYYY-MM-DD`), by the period's lock. */
export interface Days {
  from: string;
  to: string;
}

/** Stakes of a member's slips on given days that are unpaid and have no payout, refund or return. */
export async function pendingStakes(db: Db, { bucket, memberId }: Identity, { from, to }: Days): Promise<bigint> {
  const open = await firstOpenDay(db);
  if (open === null || open > to) return 0n;
  const first = open > from ? open : from;
  const { rows } = await sql<{ staked: bigint }>`
    with unpaid as materialized (
      select s.lottery_id, s.period, s.total from lottery.slip s
      where ${ofMember({ bucket, memberId }, 's')}
        and s.day between ${first}::date and ${to}::date
        and not exists (
          select from ledger.transfer t where t.bucket = s.bucket and t.member_id = s.member_id and t.day = s.day
            and t.day between ${first}::date and ${to}::date and t.ref = s.id
            and t.kind in ('payout', 'refund', 'return'))
    )
    select coalesce(sum(s.total), 0)::bigint as staked from unpaid s
    where not exists (
      select from draw.settlement_step p where p.lottery_id = s.lottery_id and p.period = s.period and p.state = 'done')`.execute(
    db,
  );
  return rows[0]?.staked ?? 0n;
}

/** The first day with a period that is not fully paid, or neither sealed nor void. All earlier days are paid. */
async function firstOpenDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    with open as (
      select l.period_seconds, least(
        (select min(t.period) from draw.settlement_queue t where t.lottery_id = l.id),
        coalesce(
          greatest(
            (select max(s.period) + 1 from draw.seal s where s.lottery_id = l.id),
            (select max(v.period) + 1 from draw.void v where v.lottery_id = l.id)),
          (select min(h.first_period) from lottery.odds_table h where h.lottery_id = l.id))) as period
      from lottery.lottery l
    )
    select min((to_timestamp((o.period + 1) * o.period_seconds) at time zone 'UTC')::date) as day from open o`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}
