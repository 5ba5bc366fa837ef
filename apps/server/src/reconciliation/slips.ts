import { type RawBuilder, sql } from 'kysely';
import { RESTORED } from '../book/restore-rule.ts';
import type { Db } from '../db/pool.ts';
import type { ReconcileDeps } from './deps.ts';
import { FAULTS_MAX, type LedgerFault, NO_FAULT } from './fault.ts';
import { publishedLoss } from './lost-slips.ts';
import { type Buckets, mayHold, type Span, within } from './span.ts';

/** A period with postings. `day` is the day of its lock, `YYYY-MM-DD`. */
export interface PaidPeriod {
  lotteryId: number;
  period: number;
  day: string;
  /** Steps that were posted. */
  kinds: readonly string[];
}

/** Periods with postings other than stakes within a span. */
export async function periodsPaid(db: Db, span: Span): Promise<PaidPeriod[]> {
  if (!mayHold(span, 'payout', 'refund', 'return')) return [];
  const { rows } = await sql<{ lottery_id: number; period: bigint; day: string; kinds: string[] }>`
    select s.lottery_id, s.period, s.day, array_agg(distinct t.kind::text) as kinds
    from ledger.transfer t
    join lottery.slip s on s.bucket = t.bucket and s.member_id = t.member_id and s.day = t.day and s.id = t.ref
    where ${within(span)} and t.kind in ('payout', 'refund', 'return')
    group by s.lottery_id, s.period, s.day`.execute(db);
  return rows.map(({ lottery_id: lotteryId, period, day, kinds }) => ({
    ...{ lotteryId, period: Number(period), day, kinds },
  }));
}

/** Periods that were fully paid in epochs after one and up to another, with or without bets. */
export async function periodsEnded(db: Db, after: number, upTo: number): Promise<Omit<PaidPeriod, 'kinds'>[]> {
  const { rows } = await sql<{ lottery_id: number; period: bigint; day: string }>`
    select distinct p.lottery_id, p.period, (to_timestamp((p.period + 1) * l.period_seconds) at time zone 'UTC')::date as day
    from draw.settlement_step p join lottery.lottery l on l.id = p.lottery_id
    where p.state = 'done' and p.epoch > ${after}::integer and p.epoch <= ${upTo}::integer
      and p.at > clock.now() - interval '30 days'`.execute(db);
  return rows.map(({ lottery_id: lotteryId, period, day }) => ({ lotteryId, period: Number(period), day }));
}

/** Slips to examine: those of a period, or those whose periods lock on given days. Limited to some buckets. */
export type Slips =
  | { of: 'period'; period: Omit<PaidPeriod, 'kinds'>; buckets: Buckets }
  | { of: 'days'; fromDay: string; toDay: string; buckets: Buckets };

/**
 * Slips whose postings differ from the stake and the result of the dice, void or late beacon. Each is recomputed.
 * Missing postings of an unfinished step are no fault. Nothing is due if no table covers the period, or if the slip's
 * day differs from the period's.
 */
export async function slipFaults(db: Db, slips: Slips): Promise<LedgerFault[]> {
  const { rows } = await sql<{
    what: string;
    member_id: string;
    kind: string;
    day: string;
    ref: string;
    lottery_id: number;
    period: bigint;
    posted: bigint;
    due: bigint;
  }>`
    with fate as materialized (${fates(slips)}), play as (${plays(slips)}), reckoned as (
      select p.*, coalesce(f.settled, false) as settled, coalesce(f.refunded, false) as refunded,
        coalesce(f.returned, false) as returned, coalesce(f.voided, false) as voided, coalesce(f.begun, false) as begun,
        p.refund + p.back as given_back,
        case when f.dice is null or (f.voided and not f.overridden) or p.table_id <> f.table_id then 0
          else greatest(draw.due_by_dice(p.stakes, f.multipliers, f.dice) - p.refund - p.back, 0) end as payout_due
      from play p left join fate f on f.lottery_id = p.lottery_id and f.period = p.period and f.day = p.day
    )
    select v.what, r.member_id, v.kind, r.day, r.id as ref, r.lottery_id, r.period, v.posted::bigint as posted,
      v.due::bigint as due
    from reckoned r cross join lateral (values
      ('stake', r.stake, r.total, case when r.stake = 0 then 'not-posted' when r.stake <> r.total then 'amount' end),
      ('payout', r.payout, r.payout_due, case
        when r.payout = r.payout_due or (r.payout = 0 and not r.settled) then null
        when r.payout = 0 then 'not-posted' when r.payout_due = 0 then 'no-cause' else 'amount' end),
      ('refund', r.refund, case when r.voided then r.total - r.back else 0 end, case
        when r.refund > 0 and not r.voided then 'no-cause' when r.refund > 0 and r.given_back <> r.total then 'amount'
        when r.refunded and r.given_back = 0 then 'not-posted' when r.refunded and r.given_back <> r.total then 'amount'
        end),
      ('return', r.back, case when r.begun then r.total - r.refund else 0 end, case
        when r.back > 0 and not r.begun then 'no-cause' when r.back > 0 and r.given_back <> r.total then 'amount'
        when r.returned and r.given_back = 0 then 'not-posted' end)
    ) v (kind, posted, due, what)
    where v.what is not null limit ${FAULTS_MAX}`.execute(db);
  return rows.map(({ member_id: memberId, lottery_id: lotteryId, period, ...row }) => ({
    ...{ ...NO_FAULT, ...row, memberId, lotteryId, period: Number(period) },
  }));
}

/** Results of periods by the rows of their draws. Their evidence is verified elsewhere. */
function fates(slips: Slips): RawBuilder<unknown> {
  const paid = (step: string, state: string) => sql`exists (
    select 1 from draw.settlement_step q where q.lottery_id = l.id and q.period = n.period and q.step = ${sql.lit(step)}
      and q.state = ${sql.lit(state)})`;
  const which =
    slips.of === 'period'
      ? sql`l.id = ${slips.period.lotteryId}::smallint and n.period = ${slips.period.period}::bigint`
      : sql`true`;
  const [from, to] = slips.of === 'period' ? [slips.period.day, slips.period.day] : [slips.fromDay, slips.toDay];
  return sql`
    select l.id as lottery_id, n.period, (to_timestamp((n.period + 1) * l.period_seconds) at time zone 'UTC')::date as day,
      d.dice, v.period is not null as voided,
      o.period is not null as overridden, h.id as table_id, h.multipliers,
      ${paid('settle', 'done')} as settled, ${paid('refund', 'done')} as refunded, ${paid('return', 'done')} as returned,
      ${paid('return', 'begun')} as begun
    from lottery.lottery l
    cross join lateral generate_series(
      extract(epoch from ${from}::date)::bigint / l.period_seconds - 1,
      extract(epoch from ${to}::date + 1)::bigint / l.period_seconds - 2) n (period)
    cross join lateral (
      select t.id, t.multipliers from lottery.odds_table t
      where t.lottery_id = l.id and t.first_period <= n.period order by t.first_period desc limit 1
    ) h
    left join draw.draw d on d.lottery_id = l.id and d.period = n.period
    left join draw.void v on v.lottery_id = l.id and v.period = n.period
    left join draw.override o on o.lottery_id = l.id and o.period = n.period
    where ${which}`;
}

/** Slips with their postings. */
function plays(slips: Slips): RawBuilder<unknown> {
  const which =
    slips.of === 'period'
      ? sql`s.lottery_id = ${slips.period.lotteryId}::smallint and s.period = ${slips.period.period}::bigint
          and s.day = ${slips.period.day}::date`
      : sql`s.day between ${slips.fromDay}::date and ${slips.toDay}::date`;
  const sum = (kind: string) => sql`coalesce(sum(t.amount) filter (where t.kind = ${sql.lit(kind)}), 0)`;
  return sql`
    select s.bucket, s.member_id, s.day, s.lottery_id, s.period, s.id, s.total, s.stakes, s.table_id,
      ${sum('stake')} as stake, ${sum('payout')} as payout, ${sum('refund')} as refund, ${sum('return')} as back
    from lottery.slip s
    left join ledger.transfer t on t.bucket = s.bucket and t.member_id = s.member_id and t.day = s.day and t.ref = s.id
      and t.kind in ('stake', 'payout', 'refund', 'return')
    where ${which} and s.bucket between ${slips.buckets[0]}::smallint and ${slips.buckets[1]}::smallint
    group by s.bucket, s.member_id, s.day, s.lottery_id, s.period, s.id, s.total, s.stakes, s.table_id`;
}

/**
 * A fault if the number of slips differs from the seal, less the slips that a restore lost according to the book.
 * Otherwise null. `logKeys` reads the book's verifier keys; without it, those in the database are used.
 */
export async function slipCountFault(
  db: Db,
  { lotteryId, period, day }: Omit<PaidPeriod, 'kinds'>,
  logKeys?: ReconcileDeps['logKeys'],
): Promise<LedgerFault | null> {
  const { rows } = await sql<{ key: string; sealed: bigint; entrySeq: bigint; restored: boolean }>`
    select l.key, e.slip_count as sealed, e.entry_seq as "entrySeq", exists (
      select from book.entry r where r.type = 'rule' and r.seq > e.entry_seq
        and r.body::jsonb ->> 'what' = ${RESTORED}) as restored
    from draw.seal e join lottery.lottery l on l.id = e.lottery_id
    where e.lottery_id = ${lotteryId}::smallint and e.period = ${period}::bigint`.execute(db);
  const [seal] = rows;
  // A draw without a seal is void and has no count to compare.
  if (seal === undefined) return null;
  const { rows: counted } = await sql<{ slips: bigint }>`
    select count(*) as slips from lottery.slip s where s.lottery_id = ${lotteryId}::smallint
      and s.period = ${period}::bigint and s.day = ${day}::date`.execute(db);
  const slips = counted[0]?.slips ?? 0n;
  const due = seal.sealed - (seal.restored ? await publishedLoss(db, { ...seal, period }, logKeys) : 0n);
  return slips === due ? null : { ...NO_FAULT, what: 'slips', lotteryId, period, posted: slips, due };
}
