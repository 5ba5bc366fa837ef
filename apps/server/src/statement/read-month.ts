import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { StatementLine } from '../ledger/statement-lines.ts';
import { balancesBefore, type DaySums, sumDays, walkStatement } from '../ledger/statement-walk.ts';

/** Most lines on a printed statement. */
const LINES_MAX = 1_000;

/** A member's month (UTC), up to now. Amounts are minor units. */
export interface MonthOfMember {
  /** `YYYY-MM`. */
  month: string;
  isOver: boolean;
  opening: { available: bigint; held: bigint };
  closing: { available: bigint; held: bigint };
  sums: { in: bigint; out: bigint };
  count: number;
  days: DaySums[];
  /** Null when there are too many to print. */
  lines: StatementLine[] | null;
}

/**
 * Reads a month of a member; null when it has not begun. `q` must be a repeatable-read transaction, so that all parts
 * are of one moment.
 */
export async function readMonth(
  q: Tx['q'],
  member: Account,
  month: string,
  linesMax = LINES_MAX,
): Promise<MonthOfMember | null> {
  const { first, last, next } = daysOf(month);
  const { rows } = await sql<{ begun: boolean; over: boolean }>`
    select clock.now() >= ${`${first}T00:00:00Z`}::timestamptz as begun,
      clock.now() >= ${`${next}T00:00:00Z`}::timestamptz as over`.execute(q);
  if (!rows[0]?.begun) return null;
  const span = { from: first, to: last };
  const days = await sumDays(q, member, span);
  const count = days.reduce((sum, day) => sum + day.count, 0);
  return {
    month,
    isOver: rows[0].over,
    opening: await balancesBefore(q, member, first),
    closing: await balancesBefore(q, member, next),
    sums: {
      in: days.reduce((sum, day) => sum + day.in, 0n),
      out: days.reduce((sum, day) => sum + day.out, 0n),
    },
    count,
    days,
    lines: count > linesMax ? null : await linesOf(q, member, span),
  };
}

async function linesOf(q: Tx['q'], member: Account, span: { from: string; to: string }): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const batch of walkStatement(q, member, span)) lines.push(...batch);
  return lines;
}

/** The first and last day of a month, and the first day of the next. */
function daysOf(month: string): { first: string; last: string; next: string } {
  const first = new Date(`${month}-01T00:00:00Z`);
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
  const last = new Date(next.getTime() - 1);
  const [a, b, c] = [first, last, next].map((date) => date.toISOString().slice(0, 10)) as [string, string, string];
  return { first: a, last: b, next: c };
}
