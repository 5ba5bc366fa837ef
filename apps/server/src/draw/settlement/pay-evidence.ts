import { metPolicyAt, openCheckpoint, toHex, verifyInclusionHex } from '@tercet/fair';
import { sql } from 'kysely';
import { noteTreeHead } from '../../book/book.ts';
import { placeIn } from '../../book/inclusion.ts';
import { checkpointOfSize } from '../../book/read-log.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { isInTime, type Period } from '../periods.ts';

/** An entry of the book as stored, unverified. `hash` is hex. */
export interface StoredEntry {
  seq: bigint;
  type: string;
  body: string;
  hash: string;
}

/** Most entries read per draw. A valid draw has at most three. */
const ENTRIES_MAX = 16;

/** All seals, draws and voids in the book that name a draw, in order. */
export async function entriesOfDraw(q: Db | Tx['q'], drawId: string): Promise<StoredEntry[]> {
  const rows = await q
    .selectFrom('book.entry')
    .select(['seq', 'type', 'body', 'hash'])
    .where('draw_id', '=', drawId)
    .where('type', 'in', ['seal', 'draw', 'void'])
    .orderBy('seq')
    .limit(ENTRIES_MAX)
    .execute();
  return rows.map((row) => ({ ...row, hash: row.hash.toString('hex') }));
}

/**
 * Whether the book's tree contains all entries. Uses the newest signed checkpoint that covers them, otherwise the
 * newest tree head. Creates a missing tree head. `logKeys` are the book's verifier keys.
 */
export async function standInBook(
  db: Db,
  entries: readonly StoredEntry[],
  logKeys: readonly string[],
): Promise<boolean> {
  const top = entries.reduce((most, { seq }) => (seq > most ? seq : most), -1n);
  const head = (await headOver(db, top, logKeys)) ?? (await madeHead(db, top, logKeys));
  if (head === null) return false;
  for (const { seq, hash } of entries) {
    const proof = await proofOf(db, seq, head.size);
    if (proof === null) return false;
    const claim = { leafHash: hash, index: Number(seq), size: Number(head.size), proof, root: head.root };
    if (!verifyInclusionHex(claim)) return false;
  }
  return true;
}

interface TreeHead {
  size: bigint;
  /** Hex. */
  root: string;
}

/** Null if no tree head covers the place, or if its checkpoint has another key or another tree. */
async function headOver(db: Db, seq: bigint, logKeys: readonly string[]): Promise<TreeHead | null> {
  const signed = await db
    .selectFrom('book.checkpoint')
    .select(['size', 'note'])
    .where('size', '>', seq)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  const heads = db.selectFrom('book.tree_head').select(['size', 'root']);
  const row = await (signed ? heads.where('size', '=', signed.size) : heads.where('size', '>', seq))
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const head = { size: row.size, root: toHex(row.root) };
  if (!signed) return head;
  const opened = openCheckpoint(signed.note, logKeys);
  return opened?.size === Number(head.size) && opened.root === head.root ? head : null;
}

/** Creates a tree head, because the writer of the entry may have died before it did. */
async function madeHead(db: Db, seq: bigint, logKeys: readonly string[]): Promise<TreeHead | null> {
  return (await noteTreeHead(db)) > seq ? headOver(db, seq, logKeys) : null;
}

/** Inclusion proof of an entry. Null if the tree lacks hashes for it. */
async function proofOf(db: Db, seq: bigint, size: bigint): Promise<string[] | null> {
  try {
    return [...(await placeIn(db, seq, size)).proof];
  } catch (error) {
    // A tile is missing. Other errors, such as an unavailable database, are not the book's fault.
    if (error instanceof Error && error.message.startsWith('the book has no')) return null;
    throw error;
  }
}

/** Most cosigned sizes of the book examined around a lock. There are far fewer. */
const SIZES_MAX = 50;
const BEFORE_LOCK_SECONDS = 3_600;

/**
 * Whether the seal at a place was seen in time. For a table with witnesses, their cosignatures are verified here.
 * Without witnesses, the times of tree heads decide.
 */
export async function wasSealSeenInTime(tx: Tx, period: Period, sealSeq: bigint): Promise<boolean> {
  const { entry, policy } = period.table;
  if (policy === null) return isInTime(tx, period, sealSeq);
  const byS = Math.floor(period.sealByMs / 1_000);
  const { rows } = await sql<{ size: bigint; first_s: bigint }>`
    select c.size, min(c.at_s) as first_s from book.cosignature c
    where c.size > ${sealSeq}::bigint and c.witness = any (${[...entry.witnesses]}::text[])
      and c.at_s between ${period.locks - BEFORE_LOCK_SECONDS}::bigint and ${byS}::bigint
    group by c.size order by c.size limit ${SIZES_MAX}`.execute(tx.q);
  let inTime = false;
  for (const { size, first_s } of rows) {
    // One timely checkpoint is enough, but each one that may predate the lock must be examined.
    if (inTime && Number(first_s) >= period.locks) continue;
    const metS = await metAt(tx, size, { witnesses: entry.witnesses, quorum: Number(entry.quorum) });
    if (metS === null || metS > byS) continue;
    if (metS < period.locks) return false;
    inTime = true;
  }
  return inTime;
}

/** When a checkpoint met a policy (Unix seconds), by verified signatures. Null if it did not. */
async function metAt(
  tx: Tx,
  size: bigint,
  policy: { witnesses: readonly string[]; quorum: number },
): Promise<number | null> {
  const signed = await checkpointOfSize(tx.q, size);
  return signed === null ? null : metPolicyAt(signed.note, { ...policy, witnesses: [...policy.witnesses] });
}
