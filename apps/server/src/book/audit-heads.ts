import { decodeEntryAs } from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { restoresOf } from './restore-rule.ts';

/**
 * Published heads of the audit log, oldest first. `head` is hex, `size` the number of acts. Excludes heads of acts
 * that were lost in a restore, as recorded in the book.
 */
export async function publishedAuditHeads(q: Db | Tx['q']): Promise<{ size: bigint; head: string }[]> {
  const entries = await q
    .selectFrom('book.entry')
    .select(['seq', 'body'])
    .where('type', '=', 'audit-head')
    .orderBy('seq')
    .execute();
  const restores = entries.length === 0 ? [] : await restoresOf(q);
  return entries.flatMap(({ seq, body }) => {
    const { size, head } = decodeEntryAs('audit-head', body);
    const isLost = restores.some((one) => one.seq > seq && one.acts < BigInt(size));
    return isLost ? [] : [{ size: BigInt(size), head }];
  });
}
