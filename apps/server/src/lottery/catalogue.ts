import { drawIdOf, lockTime, openTime, periodAt, roundFor, timeOfRound } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { readRetirements } from './retirements.ts';
import { type LotteryWords, readShowings, type Texts } from './show-lottery.ts';
import { readStops, type Stop } from './stops.ts';
import { type HouseTable, loadTables } from './tables.ts';

export interface Lottery {
  id: number;
  key: string;
  classKey: string;
  name: string;
  description: string;
  icon: string;
  periodSeconds: number;
  hot: boolean;
  position: number;
  /** True: no list of members shows it, or its class. */
  hidden: boolean;
  /** First period without bets, for good. Null unless two people retired the lottery. */
  retiredFrom: number | null;
  /** Translations into languages other than the house's own. */
  texts: Texts<LotteryWords>;
  /** Oldest first. Table of period p: the last one whose first period is not after p. */
  tables: HouseTable[];
}

export interface LotteryClass {
  key: string;
  name: string;
  texts: Texts<{ name: string }>;
  hidden: boolean;
}

/** Lotteries and tables, cached in memory: they change rarely and every request reads them. */
export interface Catalogue {
  /** Language of the house and its names. */
  locale: string;
  classes: LotteryClass[];
  lotteries: Lottery[];
  /** Stops of betting that may concern a period from now on, in the order of the book. */
  stops: Stop[];
  /** Ids of lotteries with an unreadable table. */
  unreadable: number[];
  byKey: ReadonlyMap<string, Lottery>;
  byId: ReadonlyMap<number, Lottery>;
}

export async function loadCatalogue(db: Db | Tx['q']): Promise<Catalogue> {
  const classes = await db.selectFrom('lottery.class').selectAll().orderBy('position').orderBy('id').execute();
  const house = await db.selectFrom('house.house').select('locale').executeTakeFirst();
  const rows = await db.selectFrom('lottery.lottery').selectAll().orderBy('id').execute();
  const showings = await readShowings(db);
  const retirements = await readRetirements(db);
  const stops = await readStops(db);
  const { tables, unreadable } = await loadTables(db);
  const isHidden = (classId: number) => classes.some(({ id, hidden }) => id === classId && hidden);
  const lotteries = rows
    .map(
      (row): Lottery => ({
        id: row.id,
        key: row.key,
        classKey: classes.find((one) => one.id === row.class_id)?.key ?? '',
        icon: row.icon,
        periodSeconds: row.period_seconds,
        name: row.name,
        description: row.description,
        hot: row.hot,
        position: row.position,
        texts: row.texts as unknown as Lottery['texts'],
        ...showings.get(row.id),
        hidden: showings.get(row.id)?.hidden === true || isHidden(row.class_id),
        retiredFrom: retirements.get(row.id) ?? null,
        tables: tables.filter((table) => table.lotteryId === row.id),
      }),
    )
    .toSorted((a, b) => a.position - b.position || a.id - b.id);
  return {
    locale: house?.locale ?? 'en',
    classes: classes.map(({ texts, ...one }) => ({ ...one, texts: texts as unknown as LotteryClass['texts'] })),
    lotteries,
    stops,
    unreadable,
    byKey: new Map(lotteries.map((lottery) => [lottery.key, lottery])),
    byId: new Map(lotteries.map((lottery) => [lottery.id, lottery])),
  };
}

/** The table in force for a period. Null before the first. */
export function tableOf(lottery: Lottery, period: number): HouseTable | null {
  return lottery.tables.findLast((table) => table.firstPeriod <= period) ?? null;
}

/** Whether lists of members show a lottery: it is neither hidden nor retired. */
export function isListed({ hidden, retiredFrom }: Lottery, period: number): boolean {
  return !hidden && !isRetired({ retiredFrom }, period);
}

/** Whether a period is one of those without bets after the end of a lottery. */
export function isRetired({ retiredFrom }: Pick<Lottery, 'retiredFrom'>, period: number): boolean {
  return retiredFrom !== null && period >= retiredFrom;
}

/** Schedule of a period, computed without the database. Times are Unix seconds. */
export interface Schedule {
  period: number;
  drawId: string;
  opens: number;
  locks: number;
  draws: number;
  round: number;
}

export function scheduleOf(
  lottery: Pick<Lottery, 'key' | 'periodSeconds'>,
  table: HouseTable,
  period: number,
): Schedule {
  const locks = lockTime(period, lottery.periodSeconds);
  const round = roundFor(locks, table.chain);
  return {
    period,
    drawId: drawIdOf(lottery.key, period),
    opens: openTime(period, lottery.periodSeconds),
    locks,
    draws: timeOfRound(round, table.chain),
    round,
  };
}

export function currentPeriod(lottery: Pick<Lottery, 'periodSeconds'>, nowMs: number): number {
  return periodAt(Math.floor(nowMs / 1_000), lottery.periodSeconds);
}

/** The current table and all later ones. */
export function tablesFromNow(lottery: Lottery, nowMs: number): HouseTable[] {
  const period = currentPeriod(lottery, nowMs);
  const ruling = lottery.tables.findLastIndex(({ firstPeriod }) => firstPeriod <= period);
  return lottery.tables.slice(Math.max(0, ruling));
}

/** The database's clock in milliseconds. */
export async function databaseNowMs(db: Db | Tx['q']): Promise<number> {
  const { rows } = await sql<{ now: bigint }>`select clock.now_ms() as now`.execute(db);
  return Number(rows[0]?.now);
}
