import { TURNOVER_PLAYERS_MIN, type Turnover } from '@tercet/fair';
import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { Cut } from '../ledger/liabilities/cut.ts';
import { WHOLE } from './periods.ts';

/**
 * What was staked and paid on each table on the day before the cut's date: over the periods that locked on that day and
 * were drawn and paid whole by the cut, so that every stake counted stands beside what it brought. Void draws count in
 * neither; tables with few players are left out.
 */
export async function turnoverBefore(q: Tx['q'], { date, epoch }: Cut): Promise<Turnover[]> {
  const { rows } = await sql<{ key: string; players: bigint; staked: string; paid: string }>`
    with drawn as (
      select l.id as lottery_id, l.key, p.period
      from lottery.lottery l
      join draw.paid p on p.lottery_id = l.id and p.step = 'settle' and p.bucket = ${WHOLE}
        and coalesce(p.epoch, 0) <= ${epoch}
      where p.period between
        ceil(extract(epoch from ${date}::date - 1) / l.period_seconds)::bigint - 1
        and ceil(extract(epoch from ${date}::date) / l.period_seconds)::bigint - 2
    ), credit as (
      select t.bucket, t.member_id, t.ref, sum(t.amount) as paid from ledger.transfer t
      where t.day = ${date}::date - 1 and t.kind in ('payout', 'refund', 'return') and t.epoch <= ${epoch}
      group by t.bucket, t.member_id, t.ref
    )
    select d.key, count(distinct s.member_id) as players, sum(s.total)::text as staked,
      coalesce(sum(c.paid), 0)::text as paid
    from drawn d
    join lottery.slip s on s.lottery_id = d.lottery_id and s.period = d.period and s.day = ${date}::date - 1
    left join credit c on c.bucket = s.bucket and c.member_id = s.member_id and c.ref = s.id
    group by d.key having count(distinct s.member_id) >= ${TURNOVER_PLAYERS_MIN}
    order by d.key collate "C"`.execute(q);
  return rows.map(({ key, players, staked, paid }) => ({ key, players: String(players), staked, paid }));
}
