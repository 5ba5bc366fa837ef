import { openTime } from '@tercet/fair';
import { sql } from 'kysely';
import { lockHead, noteTreeHead } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { databaseNowMs, type Lottery } from '../lottery/catalogue.ts';
import { lastSwitch, writeTableSwitch } from './table-switch.ts';
import { countWithBets } from './voids-with-bets.ts';

/** A table with more than this share of void draws takes no bets: 0.1 %, as a fraction. */
const RATE_MAX = { num: 1, den: 1_000 };
const DAYS = 30;
/** A young table is measured against at least so many draws: one accident is not a rate. */
const DRAWS_MIN = 1_000;
const REASON = 'void-rate';

/**
 * Closes a lottery by itself when too many of its draws with bets were void in the last 30 days, and opens it again
 * when the rate has fallen. What another reason closed stays closed. Both are entries of the book. Returns what was
 * done.
 *
 * Voids that were overridden count: losers of such a draw keep what went back to them, so whoever can keep the quorum
 * from being met, and let it be met later, could make every draw free whose dice he likes.
 */
export async function switchByVoidRate(db: Db, lottery: Lottery): Promise<'closed' | 'opened' | 'left'> {
  // Counted before the book is taken in hand, for a seal may wait for it: one more or less is put right a minute later.
  const nowMs = await databaseNowMs(db);
  const tooMany = (await voidsWithBets(db, lottery, nowMs)) * RATE_MAX.den > drawsDue(lottery, nowMs) * RATE_MAX.num;
  const done = await transaction(db, async (tx) => {
    await lockHead(tx);
    const last = await lastSwitch(tx, lottery);
    const closes = tooMany && (last === null || last.open);
    const opens = !tooMany && last !== null && !last.open && last.reason === REASON;
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
      where v.lottery_id = ${lottery.id}::smallint and v.at > ${new Date(nowMs - DAYS * 86_400_000)}`,
  );
}
