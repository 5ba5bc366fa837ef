import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSignature, NOTE_ED25519, parseVerifierKey, verifierKeyOf } from '@tercet/fair';
import { sql } from 'kysely';
import { loadKeyFile } from '../crypto/key-file.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { lockHead } from './book.ts';

/** A key that signs the book. Its private half lies in a file outside the database. */
export interface LogKey {
  /** The public half as verifiers know it; its name is the book's origin. */
  vkey: string;
  /** An Ed25519 signature, 64 bytes. */
  sign(message: Uint8Array): Buffer;
  /** The line of a signed note with this text. */
  signLine(text: string): string;
}

/** A public key of the book, and from when on it signs (unix seconds). */
export interface LogKeyRecord {
  vkey: string;
  fromSeconds: number;
}

/** `book-key.pem`, then `book-key-2.pem` and so on. An old one may be removed when nobody relies on it any more. */
const FILE_PATTERN = /^book-key(?:-([1-9][0-9]{0,5}))?\.pem$/;

/** The keys of a folder in the order they were made; the first is made where there is none. */
export async function loadLogKeys(folder: string, origin: string): Promise<LogKey[]> {
  const numbers = await keyNumbers(folder);
  if (numbers.length === 0) numbers.push(1);
  return Promise.all(numbers.map((number) => loadLogKey(folder, origin, number)));
}

/** Those that are there; makes none. */
export async function findLogKeys(folder: string, origin: string): Promise<LogKey[]> {
  return Promise.all((await keyNumbers(folder)).map((number) => loadLogKey(folder, origin, number)));
}

/** One more key, in a file of its own. */
export async function makeLogKey(folder: string, origin: string): Promise<LogKey> {
  const last = (await keyNumbers(folder)).at(-1) ?? 0;
  return loadLogKey(folder, origin, last + 1);
}

async function keyNumbers(folder: string): Promise<number[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  return names
    .flatMap((name) => {
      const match = FILE_PATTERN.exec(name);
      return match ? [Number(match[1] ?? 1)] : [];
    })
    .sort((a, b) => a - b);
}

async function loadLogKey(folder: string, origin: string, number: number): Promise<LogKey> {
  const file = number === 1 ? 'book-key.pem' : `book-key-${number}.pem`;
  return logKeyOf(await loadKeyFile(join(folder, file)), origin);
}

export function logKeyOf(privateKey: KeyObject, origin: string): LogKey {
  const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
  const vkey = verifierKeyOf(origin, NOTE_ED25519, publicKey.toString('hex'));
  const key = parseVerifierKey(vkey);
  if (!key) throw new Error('a key of the book cannot be read back');
  return {
    vkey,
    sign: (message) => sign(null, message, privateKey),
    signLine: (text) => formatSignature(key, sign(null, Buffer.from(text), privateKey)),
  };
}

/** The book's public keys, in the order in which they come into force. */
export async function readLogKeys(q: Db | Tx['q']): Promise<LogKeyRecord[]> {
  const rows = await q.selectFrom('book.log_key').selectAll().orderBy('from_s').orderBy('vkey').execute();
  return rows.map((row) => ({ vkey: row.vkey, fromSeconds: Number(row.from_s) }));
}

/** The newest of the keys that signs at a moment (milliseconds); null before there is one. */
export function currentKey(records: readonly LogKeyRecord[], atMs: number): LogKeyRecord | null {
  return inForce(records, atMs).at(-1) ?? null;
}

export function inForce(records: readonly LogKeyRecord[], atMs: number): LogKeyRecord[] {
  return records.filter((record) => record.fromSeconds * 1_000 <= atMs);
}

/** Writes down which key signs the book from the beginning, unless that is known. */
export async function recordFirstKey(db: Db, vkey: string): Promise<void> {
  if ((await readLogKeys(db)).length > 0) return;
  await transaction(db, async (tx) => {
    await lockHead(tx);
    if ((await readLogKeys(tx.q)).length === 0) await recordKey(tx, { vkey, fromSeconds: 0 });
  });
}

export async function recordKey(tx: Tx, { vkey, fromSeconds }: LogKeyRecord): Promise<void> {
  await sql`insert into book.log_key (vkey, from_s) values (${vkey}, ${fromSeconds}::bigint)`.execute(tx.q);
}
