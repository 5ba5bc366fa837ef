import { TURNOVER_PLAYERS_MIN, type Turnover } from '@tercet/fair';
import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import type { LedgerSnapshot } from '../../ledger/liabilities/snapshot.ts';

/**
 * Stakes and payments per table on the day before the snapshot's date. Counts periods that locked on that day and were
 * drawn and fully paid by the snapshot, so that both sums cover the same slips. Excludes void draws and tables with few
 * players.
 */
export async function turnoverBefore(q: Tx['q'], { date, epoch }: LedgerSnapshot): Promise<Turnover[]> {
  const drawn = await drawnBefore(q, { date, epoch });
  // Grouped by bucket first, because each member's slips and postings are stored together.
  const { rows } = await sql<{ lottery_id: number; players: bigint; staked: string; paid: string }>`
    with credit as (
      select t.bucket, t.member_id, t.ref, sum(t.amount) as paid from ledger.transfer t
      where t.day = ${date}::date - 1 and t.kind in ('payout', 'refund', 'return') and t.epoch <= ${epoch}
      group by t.bucket, t.member_id, t.ref
    ), of_bucket as (
      select s.bucket, s.lottery_id, count(distinct s.member_id) as players, sum(s.total) as staked,
        coalesce(sum(c.paid), 0) as paid
      from lottery.slip s
      left join credit c on c.bucket = s.bucket and c.member_id = s.member_id and c.ref = s.id
      where s.day = ${date}::date - 1 and (s.lottery_id, s.period) in (
        select * from unnest(${drawn.map((one) => one.lottery_id)}::smallint[],
          ${drawn.map(({ period }) => period)}::bigint[]))
      group by s.bucket, s.lottery_id
    )
    select lottery_id, sum(players)::bigint as players, sum(staked)::text as staked, sum(paid)::text as paid
    from of_bucket group by lottery_id having sum(players) >= ${TURNOVER_PLAYERS_MIN}`.execute(q);
  const keys = new Map(drawn.map((one) => [one.lottery_id, one.key]));
  return rows
    .map((row) => ({ ...row, key: keys.get(row.lottery_id) ?? '' }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, players, staked, paid }) => ({ key, players: String(players), staked, paid }));
}

/** Periods that locked on the day before the snapshot's date and were drawn and fully paid by the snapshot. */
async function drawnBefore(
  q: Tx['q'],
  { date, epoch }: Pick<LedgerSnapshot, 'date' | 'epoch'>,
): Promise<{ lottery_id: number; key: string; period: bigint }[]> {
  const { rows } = await sql<{ lottery_id: number; key: string; period: bigint }>`
    select l.id as lottery_id, l.key, p.period
    from lottery.lottery l
    join draw.settlement_step p on p.lottery_id = l.id and p.step = 'settle' and p.state = 'done'
      and coalesce(p.epoch, 0) <= ${epoch}
    where p.period between
      ceil(extract(epoch from ${date}::date - 1) / l.period_seconds)::bigint - 1
      and ceil(extract(epoch from ${date}::date) / l.period_seconds)::bigint - 2`.execute(q);
  return rows;
}
