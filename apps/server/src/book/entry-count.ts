import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

export type CountEntries = (db: Db, types?: readonly string[]) => Promise<number>;

interface Counted {
  /** Place after the last counted entry. */
  until: bigint;
  n: bigint;
}

/**
 * Creates a counter of entries, by types or for all types. The book only grows, so a process counts each entry once.
 * After the first call, the cost does not depend on the book's size.
 */
export function createEntryCount(): CountEntries {
  const known = new Map<string, Counted>();
  return async (db, types = []) => {
    if (types.length === 0) return Number(await bookSize(db));
    const key = types.toSorted().join();
    const { until, n } = known.get(key) ?? { until: 0n, n: 0n };
    const { rows } = await sql<Counted>`
      with size as materialized (select coalesce(max(seq) + 1, 0) as until from book.entry)
      select until, (
        select count(*) from book.entry
        where type = any (${[...types]}::text[]) and seq >= ${until} and seq < size.until) as n
      from size`.execute(db);
    const [since] = rows;
    const counted = { until: since?.until ?? until, n: n + (since?.n ?? 0n) };
    if (counted.until > (known.get(key)?.until ?? 0n)) known.set(key, counted);
    return Number(counted.n);
  };
}

/** Entries are numbered from 0 without gaps. */
async function bookSize(db: Db): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`select coalesce(max(seq) + 1, 0) as n from book.entry`.execute(db);
  return rows[0]?.n ?? 0n;
}
