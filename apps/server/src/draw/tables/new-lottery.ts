import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Catalogue, loadCatalogue } from '../../lottery/catalogue.ts';
import type { LotteryWords, Texts } from '../../lottery/show-lottery.ts';
import { layoutOf } from '../../lottery/tables.ts';
import { previewTable, type TablePreview, withOdds } from './preview-table.ts';
import { oddsOf, type ProposedOdds, refusingTables, tableRefusal } from './proposed-table.ts';
import { type NewTableEntry, writeTable } from './publish-table.ts';
import type { TableFault } from './table-faults.ts';

/** A new lottery as stored in a proposal. Its key, period length and layout never change. */
export interface ProposedLottery extends LotteryWords {
  key: string;
  /** Key of its class. */
  class: string;
  icon: string;
  periodSeconds: number;
  hot: boolean;
  /** Sort position, ascending. */
  position: number;
  texts: Texts<LotteryWords>;
  odds: ProposedOdds;
}

export interface LotteryPreview extends TablePreview {
  /** The first table. Null for a club without any table: its operator publishes the first one. */
  entry: NewTableEntry | null;
}

/**
 * Exact chance and RTP of each bet of a new lottery, and whether it may be published. Beacon, witnesses and keys are
 * those of the table that was published last. `inReach` is the most that any member can have available.
 */
export async function previewLottery(
  q: Db | Tx['q'],
  proposed: ProposedLottery,
  inReach: bigint,
): Promise<LotteryPreview> {
  const catalogue = await loadCatalogue(q);
  const [last] = catalogue.lotteries.flatMap(({ tables }) => tables).toSorted((a, b) => b.id - a.id);
  if (last === undefined) return { bets: [], fault: { code: 'no-table-yet', bet: null }, entry: null };
  const entry: NewTableEntry = {
    ...withOdds(last, oddsOf(proposed.odds)),
    key: proposed.key,
    period_seconds: String(proposed.periodSeconds),
  };
  const { bets, fault } = previewTable({ entry, before: { layout: layoutOf(entry.multipliers) } }, inReach);
  return { bets, fault: nameFault(catalogue, proposed) ?? fault, entry };
}

function nameFault({ byKey, classes }: Catalogue, proposed: ProposedLottery): TableFault | null {
  if (byKey.has(proposed.key)) return { code: 'key-taken', bet: null };
  return classes.some(({ key }) => key === proposed.class) ? null : { code: 'class-unknown', bet: null };
}

/** The first table of a new lottery. Throws `table-bad` if it may not be published. */
export async function newLotteryEntry(
  q: Db | Tx['q'],
  proposed: ProposedLottery,
  inReach: bigint,
): Promise<NewTableEntry> {
  const { entry, fault } = await previewLottery(q, proposed, inReach);
  if (fault !== null || entry === null) throw tableRefusal(fault ?? { code: 'no-table-yet', bet: null });
  return entry;
}

/** Adds the lottery with its first table. The caller must hold the book's lock. Throws `table-bad`. */
export async function openLottery(
  tx: Tx,
  proposed: ProposedLottery,
  inReach: bigint,
  proposalId: string,
): Promise<void> {
  const entry = await newLotteryEntry(tx.q, proposed, inReach);
  await sql`select lottery.open_lottery(${proposalId}::uuid)`.execute(tx.q);
  await refusingTables(() => writeTable(tx, entry, { proposalId }));
}
