import type { Entry } from '@tercet/fair';
import type { Tx } from '../db/transaction.ts';
import { type Head, takeHead } from './book.ts';
import { addLeaves, packFrontier, treeOf } from './tree.ts';

/** A published entry and its place. */
interface PublishedEntry {
  seq: bigint;
  body: string;
  entry: Entry;
  /** Leaf hash, hex. */
  hash: string;
}

const ROWS_MAX = 1_000;

/**
 * Restores published entries, unchanged, at the end of the book. Requires the owner. The caller has verified them
 * against signatures. Throws if they do not begin where the book ends.
 */
export async function restoreEntries(tx: Tx, entries: readonly PublishedEntry[], at: Date): Promise<void> {
  for (let from = 0; from < entries.length; from += ROWS_MAX) {
    const some = entries.slice(from, from + ROWS_MAX);
    const head = await takeHead(tx);
    if (some[0]?.seq !== head.size) throw new Error(`entry ${some[0]?.seq} does not follow ${head.size}`);
    const rows = some.map(({ seq, body, entry, hash }) => ({
      seq,
      type: entry.type,
      draw_id: 'draw_id' in entry ? entry.draw_id : null,
      body,
      hash: Buffer.from(hash, 'hex'),
      at,
    }));
    await tx.q.insertInto('book.entry').values(rows).execute();
    await growTree(
      tx,
      head,
      rows.map(({ hash }) => hash),
    );
  }
}

/** Appends leaves to the tree using only its frontier, so the cost does not depend on the tree's size. */
async function growTree(tx: Tx, head: Head, leaves: readonly Buffer[]): Promise<void> {
  const tree = treeOf(head.size, head.frontier);
  const nodes = addLeaves(tree, leaves);
  if (nodes.length > 0) {
    await tx.q
      .insertInto('book.node')
      .values(nodes.map(({ level, index, hash }) => ({ level, index: BigInt(index), hash: Buffer.from(hash) })))
      .execute();
  }
  await tx.q
    .updateTable('book.head')
    .set({ size: BigInt(tree.size), frontier: packFrontier(tree) })
    .execute();
}
