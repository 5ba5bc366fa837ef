import type { TableEntry } from '@tercet/fair';
import type { Db } from '../../db/pool.ts';
import { loadCatalogue } from '../../lottery/catalogue.ts';
import { publishTable } from './publish-table.ts';
import { TableRefused } from './table-faults.ts';

export interface Pinned {
  key: string;
  /** First period of the table with the change. Null if it was refused or the newest table has it. */
  firstPeriod: number | null;
  /** Why the table was refused. Null if it was not. */
  refused: string | null;
}

type Part = Partial<Pick<TableEntry, 'witnesses' | 'quorum' | 'receipt_key'>>;

/**
 * Republishes each lottery's newest table with these witnesses (verifier keys). More than half of them must see each
 * seal in time. An empty list removes the requirement. A table is refused if its witnesses do not see it before its
 * first period. They are contacted by a running draw process. Call again for refused lotteries.
 */
export function pinWitnesses(db: Db, witnesses: readonly string[]): Promise<Pinned[]> {
  const quorum = String(witnesses.length === 0 ? 0 : Math.floor(witnesses.length / 2) + 1);
  return publishWith(db, { witnesses: [...witnesses], quorum });
}

/**
 * Republishes tables with another receipt key (Ed25519 public key, hex). Every process that takes bets must have the
 * private key.
 */
export function pinReceiptKey(db: Db, receiptKey: string): Promise<Pinned[]> {
  return publishWith(db, { receipt_key: receiptKey });
}

async function publishWith(db: Db, part: Part): Promise<Pinned[]> {
  const { lotteries } = await loadCatalogue(db);
  const newest = lotteries.flatMap(({ tables }) => tables.at(-1) ?? []);
  return Promise.all(
    newest.map(async ({ entry }): Promise<Pinned> => {
      const { type: _type, first_period: _firstPeriod, ...rules } = entry;
      if (isStated(rules, part)) return { key: entry.key, firstPeriod: null, refused: null };
      try {
        const table = await publishTable(db, { ...rules, ...part });
        return { key: entry.key, firstPeriod: table.firstPeriod, refused: null };
      } catch (error) {
        if (!(error instanceof TableRefused)) throw error;
        return { key: entry.key, firstPeriod: null, refused: error.message };
      }
    }),
  );
}

function isStated({ witnesses, receipt_key }: Pick<TableEntry, 'witnesses' | 'receipt_key'>, part: Part): boolean {
  return (part.witnesses ?? witnesses).join() === witnesses.join() && (part.receipt_key ?? receipt_key) === receipt_key;
}
