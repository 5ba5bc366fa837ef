import { sql } from 'kysely';
import { publishedAuditHeads } from '../book/audit-heads.ts';
import { append, lockHead, noteTreeHead } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';

/**
 * Publishes the head of the audit log in the book if the log grew since the last time. Afterwards no earlier act can
 * be changed unnoticed, even with write access to the database. Concurrent runs publish it once.
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
