import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from './lock.ts';
import {
  AVAILABLE,
  conditionsOf,
  endOf,
  HELD,
  heldFor,
  LINE,
  type LineRow,
  lineOf,
  type StatementFilter,
  type StatementLine,
  startOf,
} from './statement-lines.ts';

const BATCH = 1_000;

/**
 * Lines of a filter, oldest first, in batches. All are from one snapshot: `q` must be a REPEATABLE READ transaction.
 */
export async function* walkStatement(
  q: Tx['q'],
  { bucket, memberId }: Account,
  filter: StatementFilter,
): AsyncGenerator<StatementLine[]> {
  await sql`
    declare statement_lines no scroll cursor for
    select ${LINE}, l.available_after, l.held_after, ${heldFor({ bucket, memberId })} as held_for
    from (
      select l.*, (sum(${AVAILABLE}) over w)::bigint as available_after,
        (sum(${HELD}) over w)::bigint as held_after
      from ledger.lines(${bucket}::smallint, ${memberId}::uuid, '-infinity', ${endOf(filter)}) l
      window w as (order by l.at, l.ref, l.kind)
    ) l
    where l.at >= ${startOf(filter)} ${conditionsOf(filter)}
    order by l.at, l.ref, l.kind`.execute(q);
  for (;;) {
    const { rows } = await sql<LineRow>`fetch forward ${sql.raw(String(BATCH))} from statement_lines`.execute(q);
    if (rows.length > 0) yield rows.map(lineOf);
    if (rows.length < BATCH) break;
  }
  await sql`close statement_lines`.execute(q);
}

/** Balances at the start of a day (`YYYY-MM-DD`, UTC). */
export async function balancesBefore(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  day: string,
): Promise<{ available: bigint; held: bigint }> {
  const { rows } = await sql<{ available: bigint; held: bigint }>`
    select coalesce(sum(${AVAILABLE}), 0)::bigint as available, coalesce(sum(${HELD}), 0)::bigint as held
    from ledger.lines(${bucket}::smallint, ${memberId}::uuid, '-infinity', ${startOf({ from: day })}) l`.execute(q);
  return rows[0] ?? { available: 0n, held: 0n };
}

/** Sums of a day's lines, and the balances after it. */
export interface DaySums {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  count: number;
  in: bigint;
  out: bigint;
  availableAfter: bigint;
}

/** Each day of a range (`YYYY-MM-DD`, UTC) with postings, in order. */
export async function sumDays(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  span: { from: string; to: string },
): Promise<DaySums[]> {
  const { rows } = await sql<{ day: string; n: bigint; came: bigint; went: bigint }>`
    select (l.at at time zone 'UTC')::date as day, count(*) as n,
      coalesce(sum(greatest(${AVAILABLE}, 0)), 0)::bigint as came,
      coalesce(sum(greatest(-(${AVAILABLE}), 0)), 0)::bigint as went
    from ledger.lines(${bucket}::smallint, ${memberId}::uuid, ${startOf(span)}, ${endOf(span)}) l
    group by 1 order by 1`.execute(q);
  let { available } = await balancesBefore(q, { bucket, memberId }, span.from);
  return rows.map(({ day, n, came, went }) => {
    available += came - went;
    return { day, count: Number(n), in: came, out: went, availableAfter: available };
  });
}
