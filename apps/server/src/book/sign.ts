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
  /** The folder with the book's keys, and with what they signed last. */
  keysDir: string;
  /** The book's name. */
  origin: string;
  /** No tree head beyond it is signed yet; all of them by default. */
  sizeMax?: number;
}

type Tree = ReturnType<typeof emptyTree>;

/** So many tree heads are signed by one write to the disk. */
const MARKS_MAX = 100;
/** The size of what is not there: even the empty book is more. */
const NOTHING = -1;
const LEAVES_A_PAGE = 20_000;
/** The name of the lock that keeps two from signing at once: the file can only be one process's at a time. */
const LOCK = 0x626f6f6b;

/**
 * Signs the oldest tree heads that are not signed yet. A tree head is signed only if its tree continues the one that
 * this folder signed last, which is written to the disk before anybody sees the new note; signing again gives the same
 * bytes, so it may be cut off anywhere. Returns how many it signed. Throws a `BookFault` where it must not sign.
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

/** The newest tree head with a note, or the empty book before any. */
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
 * What the key signed must be in this book still. It may be older than the newest note, where another machine signed
 * meanwhile, or newer, where we were stopped between the disk and the database.
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
    throw new BookFault(`the book was put back or changed: ${signed}; see docs/operating/database-lost.md`);
  }
  if (before.size >= last.size) return;
  const proof = await consistencyFromTiles(before.size, last.size, tilesOf(tx.q));
  const claim = { from: before.size, to: last.size, fromRoot: before.root, toRoot: last.root, proof: proof.map(toHex) };
  if (!verifyConsistencyHex(claim)) throw new BookFault(`the book changed before its entry ${before.size}`);
}

/** Up to what was signed before in any case: in between, everything is compared with it. */
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

/** Adds the entries one by one to the tree that was signed, and holds each tree head against it. */
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
      throw new BookFault(`the tree head at ${treeHead.size} is not of these entries`);
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
