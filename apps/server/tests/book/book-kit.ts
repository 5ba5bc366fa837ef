import type { SwitchEntry } from '@tercet/fair';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { append, noteTreeHead } from '../../src/book/book.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { type SignDeps, signTreeHeads } from '../../src/book/sign.ts';
import { type Db, openDb, openPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Club } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';

const BATCH = 1_000;
let made = 0;

/** A unique entry. */
export function anyEntry(): SwitchEntry {
  made += 1;
  return { type: 'switch', what: 'betting', state: 'on', reason: 'test', from: String(made) };
}

export async function appendMany(db: Db, count: number): Promise<void> {
  for (let left = count; left > 0; left -= BATCH) {
    await transaction(db, (tx) => append(tx, Array.from({ length: Math.min(left, BATCH) }, anyEntry)));
  }
}

export async function bookSize(db: Db): Promise<number> {
  return Number((await db.selectFrom('book.head').select('size').executeTakeFirstOrThrow()).size);
}

/** Appends until the book has `size` entries, and records the tree head. */
export async function growTo(db: Db, size: number): Promise<void> {
  await appendMany(db, size - (await bookSize(db)));
  await noteTreeHead(db);
}

/** Leaf hashes of all entries, in order. */
export async function allLeaves(db: Db): Promise<Buffer[]> {
  return (await db.selectFrom('book.entry').select('hash').orderBy('seq').execute()).map((row) => row.hash);
}

export interface KeysFolder {
  path: string;
  remove(): void;
}

export function keysFolder(): KeysFolder {
  return temporaryFolder('tercet-book-');
}

export function signDeps(club: Club, folder: KeysFolder, more: Partial<SignDeps> = {}): SignDeps {
  return { db: club.draw, keysDir: folder.path, origin: ORIGIN, ...more };
}

/** Signs all recorded tree heads. */
export async function signBook(club: Club, folder: KeysFolder): Promise<void> {
  while ((await signTreeHeads(signDeps(club, folder))) > 0);
}

/** Verifier key of the book. Throws before its first signature. */
export async function logKeyOf(club: Club): Promise<string> {
  const [first] = await readLogKeys(club.db);
  if (!first) throw new Error('the book is not signed yet');
  return first.vkey;
}

/** The club's database as seen by another server process. */
export function otherProcess(club: Club): Db {
  return openDb(openPool({ url: club.database.urls.draw, connectionsMax: 4 }));
}

export async function notesOf(db: Db): Promise<{ size: number; note: string }[]> {
  const rows = await db.selectFrom('book.checkpoint').select(['size', 'note']).orderBy('size').execute();
  return rows.map((row) => ({ size: Number(row.size), note: row.note }));
}
