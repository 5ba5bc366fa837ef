import { sql } from 'kysely';
import { publishedAuditHeads } from '../book/audit-heads.ts';
import { append, lockHead, noteTreeHead } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';

/**
 * Puts the head of the log of staff acts into the book, if it grew since the last time. From then on nobody can change
 * an act before it unseen, whatever he may write in the database. Two processes at once write it once.
 */
export async function publishAuditHead(db: Db): Promise<'published' | 'same'> {
  const outcome = await transaction(db, async (tx) => {
    await lockHead(tx);
    const { rows } = await sql<{ size: bigint; hash: Buffer; at: string }>`
      select size, hash, floor(extract(epoch from clock.now()))::text as at from audit.head`.execute(tx.q);
    const head = rows[0];
    if (!head || head.size === 0n || head.size <= (await publishedSize(tx))) return 'same' as const;
    await append(tx, [{ type: 'audit-head', size: String(head.size), head: head.hash.toString('hex'), at: head.at }]);
    return 'published' as const;
  });
  if (outcome === 'published') await noteTreeHead(db);
  return outcome;
}

async function publishedSize(tx: Tx): Promise<bigint> {
  return (await publishedAuditHeads(tx.q)).at(-1)?.size ?? 0n;
}
