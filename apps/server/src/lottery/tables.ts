import {
  BETS,
  type Bet,
  type Chain,
  chainOfTable,
  decodeEntryAs,
  type Multipliers,
  multipliersOfTable,
  type TableEntry,
} from '@tercet/fair';
import type { Selectable } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { DB } from '../db/schema.d.ts';
import type { Tx } from '../db/transaction.ts';

/** The odds and limits of one lottery from `firstPeriod` on. Money is minor units. */
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
  /** By place in `BETS`, in 1/10 000. */
  multipliers: number[];
  entryMultipliers: Multipliers;
  stakeMin: bigint;
  stakeMax: bigint;
  slipMax: bigint;
  memberCap: bigint;
  periodCap: bigint;
  minBalance: bigint;
  /** The book's name for the witness policy; null where no witness is asked for. */
  policy: Buffer | null;
}

/** Tables as far as they can be read. */
export interface LoadedTables {
  tables: HouseTable[];
  /** Lotteries with a row whose entry is none that a reader takes: it rules nothing, and its table is closed. */
  unreadable: number[];
}

/** All tables, oldest first, or one. A row that cannot be decoded is left out: it keeps nobody from starting. */
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

/** Null where its entry cannot be decoded. */
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

/** Place of a bet in `stakes` and `multipliers`, from 0. */
export function betIndex(bet: Bet): number {
  return BETS.indexOf(bet);
}
