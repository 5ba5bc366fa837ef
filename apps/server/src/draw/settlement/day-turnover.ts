import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';

/** Draws, stakes and payments of some periods that are drawn and fully paid. */
export interface DrawTotals {
  draws: number;
  /** Draws that came late. */
  late: number;
  slips: number;
  staked: bigint;
  /** Payouts, and stakes that went back before a late draw. */
  won: bigint;
  /** Expected payout × 216, from the odds of each bet. */
  dueSum: bigint;
  /** Variance of the payout × 216². Draws are independent, so their variances add up. */
  dueSpread: bigint;
}

export interface DayTurnover extends DrawTotals {
  /** UTC date of the lock, `YYYY-MM-DD`. */
  day: string;
}

export interface LotteryTurnover extends DrawTotals {
  lotteryId: number;
}

/** Days in UTC, both inclusive. */
interface Span {
  from: string;
  to: string;
}

/** Each day with a draw, in order. */
export async function turnoverOfDays(q: Db | Tx['q'], { from, to }: Span): Promise<DayTurnover[]> {
  const { rows } = await sql<Sums & { day: string }>`
    select t.day::text as day, ${sumsOf(sql`sum(t.draws)`, sql`sum(t.late)`)}
    from draw.day_turnover t where t.day between ${from}::date and ${to}::date group by t.day order by t.day`.execute(
    q,
  );
  return rows.map((row) => ({ day: row.day, ...totalsOf(row) }));
}

/** Each lottery with a draw, by id. */
export async function turnoverOfLotteries(q: Db | Tx['q'], { from, to }: Span): Promise<LotteryTurnover[]> {
  const { rows } = await sql<Sums & { lottery_id: number }>`
    select t.lottery_id, ${sumsOf(sql`sum(t.draws)`, sql`sum(t.late)`)}
    from draw.day_turnover t where t.day between ${from}::date and ${to}::date
    group by t.lottery_id order by t.lottery_id`.execute(q);
  return rows.map((row) => ({ lotteryId: row.lottery_id, ...totalsOf(row) }));
}

/** The draws of a day as far as they were paid by a moment. Reads one day by its index. */
export async function turnoverUntil(q: Db | Tx['q'], day: string, until: Date): Promise<DrawTotals> {
  const { rows } = await sql<Sums>`
    select ${sumsOf(sql`count(*)`, sql`count(*) filter (where t.late)`)}
    from draw.turnover t where t.day = ${day}::date and t.paid_at <= ${until}::timestamptz`.execute(q);
  if (!rows[0]) throw new Error('a query without groups has no row');
  return totalsOf(rows[0]);
}

/** Text: sums of a large house do not fit a number. */
type Sums = Record<'draws' | 'late' | 'slips' | 'staked' | 'won' | 'due_sum' | 'due_spread', string>;

function sumsOf(draws: RawBuilder<unknown>, late: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${draws}::text as draws, ${late}::text as late, coalesce(sum(t.slips), 0)::text as slips,
    coalesce(sum(t.staked), 0)::text as staked, coalesce(sum(t.won), 0)::text as won,
    coalesce(sum(t.due_sum), 0)::text as due_sum, coalesce(sum(t.due_spread), 0)::text as due_spread`;
}

function totalsOf(row: Sums): DrawTotals {
  return {
    draws: Number(row.draws),
    late: Number(row.late),
    slips: Number(row.slips),
    staked: BigInt(row.staked),
    won: BigInt(row.won),
    dueSum: BigInt(row.due_sum),
    dueSpread: BigInt(row.due_spread),
  };
}
