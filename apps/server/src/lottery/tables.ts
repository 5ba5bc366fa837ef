import {
  BETS,
  type Bet,
  type Chain,
  chainOfTable,
  decodeEntryAs,
  isBet,
  isSumBet,
  type Multipliers,
  multipliersOfTable,
  NUMBER_BETS,
  SUM_BETS,
  type TableEntry,
} from '@tercet/fair';
import type { Selectable } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { DB } from '../db/schema.d.ts';
import type { Tx } from '../db/transaction.ts';

/** Odds and limits of one lottery from `firstPeriod` on. Money is minor units. */
export interface HouseTable {
  id: number;
  lotteryId: number;
  firstPeriod: number;
  /** Leaf hash of the book entry, hex. */
  hash: string;
  entrySeq: bigint;
  entryBody: string;
  entry: TableEntry;
  chain: Chain;
  /** As the database stores them (`storedMultipliers`). */
  multipliers: number[];
  entryMultipliers: Multipliers;
  /** The bets on offer, in the order in which a slip stores its stakes. */
  layout: readonly Bet[];
  stakeMin: bigint;
  stakeMax: bigint;
  slipMax: bigint;
  memberCap: bigint;
  periodCap: bigint;
  minBalance: bigint;
  /** Id of the witness policy. Null if no witness is required. */
  policy: Buffer | null;
}

/** Tables that could be read. */
export interface LoadedTables {
  tables: HouseTable[];
  /** Lotteries with an undecodable entry. That table has no effect, and the lottery is closed. */
  unreadable: number[];
}

/** All tables or one, oldest first. Rows that cannot be decoded are left out, so that the server can start. */
export async function loadTables(q: Db | Tx['q'], id?: number): Promise<LoadedTables> {
  let query = q
    .selectFrom('lottery.odds_table as t')
    .innerJoin('book.entry as e', 'e.seq', 't.entry_seq')
    .selectAll('t')
    .select('e.body')
    .orderBy('t.first_period');
  if (id !== undefined) query = query.where('t.id', '=', id);
  const rows = await query.execute();
  const found = rows.map((row) => ({ lotteryId: row.lottery_id, table: tableOfRow(row) }));
  return {
    tables: found.flatMap(({ table }) => (table === null ? [] : [table])),
    unreadable: [...new Set(found.filter(({ table }) => table === null).map(({ lotteryId }) => lotteryId))],
  };
}

type Row = Selectable<DB['lottery.odds_table']> & { body: string };

/** Null if its entry cannot be decoded. */
function tableOfRow(row: Row): HouseTable | null {
  try {
    const entry = decodeEntryAs('table', row.body);
    return {
      id: row.id,
      lotteryId: row.lottery_id,
      firstPeriod: Number(row.first_period),
      hash: row.hash.toString('hex'),
      entrySeq: row.entry_seq,
      entryBody: row.body,
      entry,
      chain: chainOfTable(entry),
      multipliers: row.multipliers,
      entryMultipliers: multipliersOfTable(entry),
      layout: layoutOf(entry.multipliers),
      stakeMin: row.stake_min,
      stakeMax: row.stake_max,
      slipMax: row.slip_max,
      memberCap: row.member_cap,
      periodCap: row.period_cap,
      minBalance: row.min_balance,
      policy: row.policy,
    };
  } catch {
    return null;
  }
}

/** Bets of a table's layout: those on the sum, or all. A table offers one of the two whole. */
export function layoutOf(multipliers: Partial<Record<Bet, unknown>>): readonly Bet[] {
  return Object.keys(multipliers).every((bet) => isBet(bet) && isSumBet(bet)) ? SUM_BETS : BETS;
}

/**
 * Multipliers in 1/10,000 as the database stores them: ordered as in `SUM_BETS`, or as in `BETS` with the first of
 * `n1` to `n6`, followed by their second and third ones. NaN for a missing one.
 */
export function storedMultipliers(multipliers: Multipliers): number[] {
  const layout = layoutOf(multipliers);
  const nth = (bet: Bet, index: number) => Number([multipliers[bet] ?? []].flat()[index]);
  const firsts = layout.map((bet) => nth(bet, 0));
  if (layout === SUM_BETS) return firsts;
  return [...firsts, ...[1, 2].flatMap((index) => NUMBER_BETS.map((bet) => nth(bet, index)))];
}
