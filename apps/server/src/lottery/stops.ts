import { openTime } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Reasons of a stop. The apps translate them. */
export const STOP_REASONS = ['maintenance', 'fault', 'security', 'authority', 'other'] as const;
/** Reason of an entry that ends a stop. */
export const STOP_ENDED = 'ended';

/** A stop of betting by two people, or its end. It concerns periods that open from `fromMs` and before `untilMs`. */
export interface Stop {
  /** Index of its entry in the book. */
  entrySeq: bigint;
  /** Null: all lotteries. */
  lotteryId: number | null;
  fromMs: number;
  /** Null until another stop is in force. Equal to `fromMs` for the end of a stop. */
  untilMs: number | null;
  reason: string;
  /** The authority that ordered the stop, and its reference. Both are null without an order. */
  authority: string | null;
  reference: string | null;
}

/** Stops that may concern a period from now on, in the order of the book. */
export async function readStops(q: Db | Tx['q']): Promise<Stop[]> {
  const rows = await q
    .selectFrom('lottery.stop as s')
    .select(['s.entry_seq', 's.lottery_id', 's.from_at', 's.until_at', 's.reason', 's.authority', 's.reference'])
    .where(
      sql<boolean>`not exists (select from lottery.stop o where o.lottery_id is not distinct from s.lottery_id
        and o.entry_seq > s.entry_seq and o.from_at <= clock.now() - interval '1 day')`,
    )
    .orderBy('s.entry_seq')
    .execute();
  return rows.map(stopOfRow);
}

const LISTED_MAX = 200;

/** All stops and their ends with the time of writing, newest first, 200 at most. */
export async function listStops(q: Db | Tx['q']): Promise<(Stop & { atMs: number })[]> {
  const rows = await q.selectFrom('lottery.stop').selectAll().orderBy('entry_seq', 'desc').limit(LISTED_MAX).execute();
  return rows.map((row) => ({ ...stopOfRow(row), atMs: row.at.getTime() }));
}

interface StopRow {
  entry_seq: bigint;
  lottery_id: number | null;
  from_at: Date;
  until_at: Date | null;
  reason: string;
  authority: string | null;
  reference: string | null;
}

function stopOfRow(row: StopRow): Stop {
  const { entry_seq: entrySeq, lottery_id: lotteryId, from_at, until_at, reason, authority, reference } = row;
  const times = { fromMs: from_at.getTime(), untilMs: until_at?.getTime() ?? null };
  return { entrySeq, lotteryId, ...times, reason, authority, reference };
}

interface Which {
  id: number;
  periodSeconds: number;
}

/** The stop in which a period takes no bets, as `lottery.is_stopped` decides. Null for none. */
export function stopOfPeriod(stops: readonly Stop[], { id, periodSeconds }: Which, period: number): Stop | null {
  const opensMs = openTime(period, periodSeconds) * 1_000;
  return stopAt(stops, null, opensMs) ?? stopAt(stops, id, opensMs);
}

/**
 * The stop of one lottery, or of all, that concerns a period opening at this time; its end is the announced one, if an
 * end is announced. Null for none.
 */
export function stopAt(stops: readonly Stop[], lotteryId: number | null, opensMs: number): Stop | null {
  const own = stops.filter((stop) => stop.lotteryId === lotteryId);
  const index = own.findLastIndex(({ fromMs }) => fromMs <= opensMs);
  const last = own[index];
  if (last === undefined || (last.untilMs !== null && opensMs >= last.untilMs)) return null;
  const end = own.slice(index + 1).find(isEnd);
  const untilMs = Math.min(last.untilMs ?? Number.POSITIVE_INFINITY, end?.fromMs ?? Number.POSITIVE_INFINITY);
  return { ...last, untilMs: untilMs === Number.POSITIVE_INFINITY ? null : untilMs };
}

/** True for a row that ends an earlier stop. */
export function isEnd({ fromMs, untilMs }: Pick<Stop, 'fromMs' | 'untilMs'>): boolean {
  return untilMs === fromMs;
}

/** The stop of one lottery, or of all, that is in force or announced. Null for none. */
export function presentStop(stops: readonly Stop[], lotteryId: number | null, nowMs: number): Stop | null {
  const now = stopAt(stops, lotteryId, nowMs);
  if (now !== null) return now;
  const coming = stops.filter((stop) => stop.lotteryId === lotteryId && stop.fromMs > nowMs);
  return coming.reduce<Stop | null>((found, { fromMs }) => found ?? stopAt(stops, lotteryId, fromMs), null);
}
