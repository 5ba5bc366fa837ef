import { openTime } from '@tercet/fair';
import { sql } from 'kysely';
import { lockHead, noteTreeHead } from '../../book/book.ts';
import type { Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import { databaseNowMs, type Lottery } from '../../lottery/catalogue.ts';
import { lastSwitch, writeTableSwitch } from '../tables/table-switch.ts';
import { countWithBets } from './voids-with-bets.ts';

/** Highest accepted share of void draws: 0.1 percent, as a fraction. Above it the table takes no bets. */
const RATE_MAX = { num: 1, den: 1_000 };
const DAYS = 30;
/** Smallest number of draws for the rate. A new table must not be closed for a single void. */
const DRAWS_MIN = 1_000;
const REASON = 'void-rate';

/**
 * Closes a lottery when too many of its draws with bets were void in the last 30 days. Reopens it when the rate has
 * fallen. A table closed for another reason stays closed. Both are entries of the book. Returns what was done.
 *
 * Overridden voids count: losers of such a draw keep their refund. Anyone who can delay the witnesses' quorum could
 * otherwise make draws free whose dice they like.
 */
export async function switchByVoidRate(db: Db, lottery: Lottery): Promise<'closed' | 'opened' | 'left'> {
  // Counted before the book is locked, because a seal may wait for it. An outdated count is corrected a minute later.
  const nowMs = await databaseNowMs(db);
  const tooMany = (await voidsWithBets(db, lottery, nowMs)) * RATE_MAX.den > drawsDue(lottery, nowMs) * RATE_MAX.num;
  const done = await transaction(db, async (tx) => {
    await lockHead(tx);
    const last = await lastSwitch(tx, lottery);
    const closes = tooMany && (last === null || last.open);
    const opens = !tooMany && lottery.retiredFrom === null && last !== null && !last.open && last.reason === REASON;
    if (!closes && !opens) return 'left' as const;
    await writeTableSwitch(tx, lottery, opens, REASON);
    return opens ? ('opened' as const) : ('closed' as const);
  });
  if (done !== 'left') await noteTreeHead(db);
  return done;
}

function drawsDue(lottery: Lottery, nowMs: number): number {
  const first = lottery.tables[0]?.firstPeriod;
  if (first === undefined) return DRAWS_MIN;
  const seconds = Math.min(DAYS * 86_400, nowMs / 1_000 - openTime(first, lottery.periodSeconds));
  return Math.max(DRAWS_MIN, Math.floor(seconds / lottery.periodSeconds));
}

function voidsWithBets(db: Db, lottery: Lottery, nowMs: number): Promise<number> {
  return countWithBets(
    db,
    sql`
      select v.lottery_id, v.period,
        (to_timestamp((v.period + 1) * ${lottery.periodSeconds}::integer) at time zone 'UTC')::date as day
      from draw.void v
      where v.lottery_id = ${lottery.id}::smallint and v.at > ${new Date(nowMs - DAYS * DAY_MS)}`,
  );
}
