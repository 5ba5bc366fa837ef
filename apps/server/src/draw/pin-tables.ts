import type { TableEntry } from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import { publishTable } from './publish-table.ts';
import { TableRefused } from './table-faults.ts';

export interface Pinned {
  key: string;
  /** Ruled by the table that says so; null where the newest says just this already. */
  firstPeriod: number | null;
  /** Why there is no such table yet; null where there is. */
  refused: string | null;
}

type Part = Partial<Pick<TableEntry, 'witnesses' | 'quorum' | 'receipt_key'>>;

/**
 * Publishes each lottery's newest table anew with these witnesses (verifier keys), of whom more than half must see each
 * seal in time; with none, nobody is asked any more. A table is refused where its witnesses do not see it before its
 * first period: they have to be reached by a draw role that runs. May be called again for those that were refused.
 */
export function pinWitnesses(db: Db, witnesses: readonly string[]): Promise<Pinned[]> {
  const quorum = String(witnesses.length === 0 ? 0 : Math.floor(witnesses.length / 2) + 1);
  return publishWith(db, { witnesses: [...witnesses], quorum });
}

/** The same with another key of receipts (Ed25519 public key, hex), which every process that takes bets must have. */
export function pinReceiptKey(db: Db, receiptKey: string): Promise<Pinned[]> {
  return publishWith(db, { receipt_key: receiptKey });
}

async function publishWith(db: Db, part: Part): Promise<Pinned[]> {
  const { lotteries } = await loadCatalogue(db);
  const newest = lotteries.flatMap(({ tables }) => tables.at(-1) ?? []);
  return Promise.all(
    newest.map(async ({ entry }): Promise<Pinned> => {
      const { type: _type, first_period: _firstPeriod, ...rules } = entry;
      if (isSaid(rules, part)) return { key: entry.key, firstPeriod: null, refused: null };
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

function isSaid({ witnesses, receipt_key }: Pick<TableEntry, 'witnesses' | 'receipt_key'>, part: Part): boolean {
  return (part.witnesses ?? witnesses).join() === witnesses.join() && (part.receipt_key ?? receipt_key) === receipt_key;
}
