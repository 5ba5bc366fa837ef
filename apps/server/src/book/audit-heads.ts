import { decodeEntryAs } from '@tercet/fair';
import type { Db } from '../db/pool.ts';

/** The heads of the log of staff acts that the book shows, oldest first: `head` in hex, of so many acts. */
export async function publishedAuditHeads(db: Db): Promise<{ size: bigint; head: string }[]> {
  const entries = await db
    .selectFrom('book.entry')
    .select('body')
    .where('type', '=', 'audit-head')
    .orderBy('seq')
    .execute();
  return entries.map(({ body }) => {
    const { size, head } = decodeEntryAs('audit-head', body);
    return { size: BigInt(size), head };
  });
}
