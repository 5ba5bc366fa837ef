import type { Db } from '../db/pool.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import { publishTable } from './publish-table.ts';

/**
 * Publishes each lottery's newest table anew with these witnesses (verifier keys), of whom more than half must see each
 * seal in time; none takes them away again. Returns the first period that each new table rules. Throws `TableRefused`
 * where the witnesses do not see the tables before that: they have to be reached by a draw role that runs.
 */
export async function pinWitnesses(
  db: Db,
  witnesses: readonly string[],
): Promise<{ key: string; firstPeriod: number }[]> {
  const quorum = witnesses.length === 0 ? 0 : Math.floor(witnesses.length / 2) + 1;
  const { lotteries } = await loadCatalogue(db);
  const newest = lotteries.flatMap(({ tables }) => tables.at(-1) ?? []);
  return Promise.all(
    newest.map(async ({ entry }) => {
      const { type: _type, first_period: _firstPeriod, ...rules } = entry;
      const table = await publishTable(db, { ...rules, witnesses: [...witnesses], quorum: String(quorum) });
      return { key: entry.key, firstPeriod: table.firstPeriod };
    }),
  );
}
