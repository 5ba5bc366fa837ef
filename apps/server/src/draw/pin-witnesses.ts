import type { Db } from '../db/pool.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import { publishTable } from './publish-table.ts';
import { TableRefused } from './table-faults.ts';

export interface Pinned {
  key: string;
  /** Ruled by the table that names the witnesses; null where the newest names just these already. */
  firstPeriod: number | null;
  /** Why there is no such table yet; null where there is. */
  refused: string | null;
}

/**
 * Publishes each lottery's newest table anew with these witnesses (verifier keys), of whom more than half must see each
 * seal in time; with none, nobody is asked any more. A table is refused where its witnesses do not see it before its
 * first period: they have to be reached by a draw role that runs. May be called again for those that were refused.
 */
export async function pinWitnesses(db: Db, witnesses: readonly string[]): Promise<Pinned[]> {
  const quorum = witnesses.length === 0 ? 0 : Math.floor(witnesses.length / 2) + 1;
  const { lotteries } = await loadCatalogue(db);
  const newest = lotteries.flatMap(({ tables }) => tables.at(-1) ?? []);
  return Promise.all(
    newest.map(async ({ entry }): Promise<Pinned> => {
      const { type: _type, first_period: _firstPeriod, ...rules } = entry;
      if (rules.witnesses.join() === witnesses.join()) return { key: entry.key, firstPeriod: null, refused: null };
      try {
        const table = await publishTable(db, { ...rules, witnesses: [...witnesses], quorum: String(quorum) });
        return { key: entry.key, firstPeriod: table.firstPeriod, refused: null };
      } catch (error) {
        if (!(error instanceof TableRefused)) throw error;
        return { key: entry.key, firstPeriod: null, refused: error.message };
      }
    }),
  );
}
