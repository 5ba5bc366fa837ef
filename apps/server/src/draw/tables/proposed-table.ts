import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { loadCatalogue } from '../../lottery/catalogue.ts';
import type { HouseTable } from '../../lottery/tables.ts';
import { Refusal } from '../../refusal.ts';
import { type Odds, type OddsMultipliers, previewTable, withOdds } from './preview-table.ts';
import type { NewTableEntry } from './publish-table.ts';
import { type TableFault, TableRefused } from './table-faults.ts';

/** Odds as stored in a proposal. Amounts are minor units as text. */
export interface ProposedOdds {
  multipliers: OddsMultipliers;
  stakeMinMinor: string;
  stakeMaxMinor: string;
  slipMaxMinor: string;
  memberCapMinor: string;
  periodCapMinor: string;
  minBalanceMinor: string;
}

export function oddsOf(proposed: ProposedOdds): Odds {
  return {
    multipliers: proposed.multipliers,
    stakeMin: BigInt(proposed.stakeMinMinor),
    stakeMax: BigInt(proposed.stakeMaxMinor),
    slipMax: BigInt(proposed.slipMaxMinor),
    memberCap: BigInt(proposed.memberCapMinor),
    periodCap: BigInt(proposed.periodCapMinor),
    minBalance: BigInt(proposed.minBalanceMinor),
  };
}

/** The last table of a lottery, in force or not yet. Throws `not-found`, and `table-bad` for a retired lottery. */
export async function newestTable(q: Db | Tx['q'], key: string): Promise<HouseTable> {
  const lottery = (await loadCatalogue(q)).byKey.get(key);
  const newest = lottery?.tables.at(-1);
  if (!newest) throw new Refusal('not-found');
  if (lottery?.retiredFrom !== null) throw tableRefusal({ code: 'retired', bet: null });
  return newest;
}

/**
 * The entry that results from proposed odds and a lottery's newest table. `inReach` is the most that any member can
 * have available. Throws `not-found`, or `table-bad` for a table that may not be published.
 */
export async function proposedEntry(
  q: Db | Tx['q'],
  key: string,
  proposed: ProposedOdds,
  inReach: bigint,
): Promise<NewTableEntry> {
  const before = await newestTable(q, key);
  const entry = withOdds(before, oddsOf(proposed));
  const { fault } = previewTable({ entry, before }, inReach);
  if (fault !== null) throw tableRefusal(fault);
  return entry;
}

/** A `table-bad` refusal with its fault. */
export function tableRefusal({ code, bet }: TableFault): Refusal {
  return new Refusal('table-bad', { fault: code, ...(bet === null ? {} : { bet }) });
}

/** Runs `act` and converts `TableRefused` into a `table-bad` refusal. */
export async function refusingTables<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof TableRefused ? tableRefusal(error.fault) : error;
  }
}
