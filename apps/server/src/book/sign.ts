import { type Checkpoint, consistencyFromTiles, toHex, verifyConsistencyHex } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { BookFault } from './book-fault.ts';
import { loadLogKeys, readLogKeys, recordFirstKey } from './log-key.ts';
import { readSigned, writeSigned } from './signed-file.ts';
import { addLeaves, type emptyTree, leavesAt, tilesOf, treeAt } from './tree.ts';
import { checkpointOf, noteOf, type TreeHead } from './tree-head-note.ts';

export interface SignDeps {
  db: Db;
  /** Folder with the book's keys and the record of their last signature. */
  keysDir: string;
  /** Name (origin) of the book. */
  origin: string;
  /** Largest tree head to sign. No limit by default. */
  sizeMax?: number;
}

type Tree = ReturnType<typeof emptyTree>;

/** Most tree heads signed with one disk write. */
const MARKS_MAX = 100;
/** Size for "no note": smaller than that of the empty book. */
const NOTHING = -1;
const LEAVES_A_PAGE = 20_000;
/** Advisory lock of the signer. Only one process may write the file. */
const LOCK = 0x626f6f6b;

/**
 * Signs the oldest unsigned tree heads and returns their number. A tree head is signed only if it extends the tree
 * that this folder's keys signed last. The record of the signature is on disk before anyone sees the note. Signing is
 * deterministic, so it can be interrupted at any point. Throws a `BookFault` if it must not sign.
 */
export async function signTreeHeads(deps: SignDeps): Promise<number> {
  const keys = await loadLogKeys(deps.keysDir, deps.origin);
  const newest = keys.at(-1);
  if (!newest) throw new BookFault('there is no key for the book');
  await recordFirstKey(deps.db, newest.vkey);
  return transaction(deps.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(tx.q);
    const [last, before, records] = [await lastSigned(tx), await readSigned(deps.keysDir), await readLogKeys(tx.q)];
    if (before && before.origin !== deps.origin) throw new BookFault(`the keys signed another book, ${before.origin}`);
    await refuseFork(tx, last, before);
    const treeHeads = await treeHeadsAfter(tx, last.size, before?.size ?? NOTHING, deps.sizeMax);
    const newestTreeHead = treeHeads.at(-1);
    if (!newestTreeHead) return 0;
    const notes = treeHeads.map((treeHead) => noteOf(deps.origin, treeHead, keys, records));
    await refuseOtherTree(tx, await signedTree(tx, last), treeHeads);
    if (newestTreeHead.size > (before?.size ?? NOTHING))
      await writeSigned(deps.keysDir, checkpointOf(deps.origin, newestTreeHead));
    await insertNotes(tx, treeHeads, notes);
    return treeHeads.length;
  });
}

/** The newest tree head with a note. The empty book if there is none. */
async function lastSigned(tx: Tx): Promise<Omit<TreeHead, 'atMs'>> {
  const row = await tx.q
    .selectFrom('book.checkpoint as s')
    .innerJoin('book.tree_head as c', 'c.size', 's.size')
    .select(['c.size', 'c.root'])
    .orderBy('s.size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { size: Number(row.size), root: row.root.toString('hex') } : { size: NOTHING, root: '' };
}

/**
 * Verifies that this book extends what the key signed. The record may be older than the newest note, if another
 * machine signed since. It may be newer, if the process stopped between the disk and the database.
 */
async function refuseFork(tx: Tx, last: Omit<TreeHead, 'atMs'>, before: Checkpoint | null): Promise<void> {
  if (!before) return;
  const treeHead = await tx.q
    .selectFrom('book.tree_head')
    .select('root')
    .where('size', '=', BigInt(before.size))
    .executeTakeFirst();
  if (treeHead?.root.toString('hex') !== before.root) {
    const signed = `by the file book-signed, its key signed another one at ${before.size} entries`;
    throw new BookFault(`the book was restored or changed: ${signed}; see docs/operating/database-lost.md`);
  }
  if (before.size >= last.size) return;
  const proof = await consistencyFromTiles(before.size, last.size, tilesOf(tx.q));
  const claim = { from: before.size, to: last.size, fromRoot: before.root, toRoot: last.root, proof: proof.map(toHex) };
  if (!verifyConsistencyHex(claim)) throw new BookFault(`the book changed before its entry ${before.size}`);
}

/**
 * Tree heads after a size. Always includes those up to the last signature, so that all of them are compared with it.
 */
async function treeHeadsAfter(tx: Tx, size: number, signedSize: number, sizeMax?: number): Promise<TreeHead[]> {
  let query = tx.q.selectFrom('book.tree_head').selectAll().where('size', '>', BigInt(size)).orderBy('size');
  if (sizeMax !== undefined) query = query.where('size', '<=', BigInt(sizeMax));
  query = signedSize > size ? query.where('size', '<=', BigInt(signedSize)) : query.limit(MARKS_MAX);
  const rows = await query.execute();
  return rows.map((row) => ({ size: Number(row.size), root: row.root.toString('hex'), atMs: row.at.getTime() }));
}

async function signedTree(tx: Tx, { size, root }: Omit<TreeHead, 'atMs'>): Promise<Tree> {
  const tree = await treeAt(tx.q, size);
  if (size > 0 && toHex(tree.root()) !== root) throw new BookFault(`the book changed before its entry ${size}`);
  return tree;
}

/** Extends the signed tree with the entries, and compares it with each tree head. */
async function refuseOtherTree(tx: Tx, tree: Tree, treeHeads: readonly TreeHead[]): Promise<void> {
  for (const treeHead of treeHeads) {
    while (tree.size < treeHead.size) {
      const wanted = Math.min(LEAVES_A_PAGE, treeHead.size - tree.size);
      const leaves = await leavesAt(tx.q, BigInt(tree.size), wanted);
      if (leaves.length !== wanted) throw new BookFault(`entries are missing from ${tree.size} on`);
      addLeaves(
        tree,
        leaves.map((leaf) => leaf.hash),
      );
    }
    if (toHex(tree.root()) !== treeHead.root)
      throw new BookFault(`the tree head at ${treeHead.size} does not match the entries`);
  }
}

async function insertNotes(tx: Tx, treeHeads: readonly TreeHead[], notes: readonly string[]): Promise<void> {
  const { rows } = await sql<{ at: Date }>`select clock.now() as at`.execute(tx.q);
  const at = rows[0]?.at ?? new Date(Number.NaN);
  await tx.q
    .insertInto('book.checkpoint')
    .values(treeHeads.map((treeHead, index) => ({ size: BigInt(treeHead.size), note: notes[index] ?? '', at })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}
