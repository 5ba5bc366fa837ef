import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSignature, NOTE_ED25519, parseVerifierKey, verifierKeyOf } from '@tercet/fair';
import { sql } from 'kysely';
import { loadKeyFile } from '../crypto/key-file.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { lockHead } from './book.ts';

/** A signing key of the book. The private key is in a file outside the database. */
export interface LogKey {
  /** Verifier key (public). Its name is the book's origin. */
  vkey: string;
  /** An Ed25519 signature, 64 bytes. */
  sign(message: Uint8Array): Buffer;
  /** Signature line of a signed note with this text. */
  signLine(text: string): string;
}

/** A public key of the book and the time from which it signs (Unix seconds). */
export interface LogKeyRecord {
  vkey: string;
  fromSeconds: number;
}

/**
 * `book-key.pem`, then `book-key-2.pem` and so on. Operators may remove an old one once no reader needs it.
 */
const FILE_PATTERN = /^book-key(?:-([1-9][0-9]{0,5}))?\.pem$/;

/** Keys of a folder in order of creation. Creates the first one if there is none. */
export async function loadLogKeys(folder: string, origin: string): Promise<LogKey[]> {
  const numbers = await keyNumbers(folder);
  if (numbers.length === 0) numbers.push(1);
  return Promise.all(numbers.map((number) => loadLogKey(folder, origin, number)));
}

/** Existing keys of a folder. Creates none. */
export async function findLogKeys(folder: string, origin: string): Promise<LogKey[]> {
  return Promise.all((await keyNumbers(folder)).map((number) => loadLogKey(folder, origin, number)));
}

/** Creates the next key in a file of its own. */
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

/** Public keys of the book, in the order in which they come into force. */
export async function readLogKeys(q: Db | Tx['q']): Promise<LogKeyRecord[]> {
  const rows = await q.selectFrom('book.log_key').selectAll().orderBy('from_s').orderBy('vkey').execute();
  return rows.map((row) => ({ vkey: row.vkey, fromSeconds: Number(row.from_s) }));
}

/** The newest key in force at a moment (milliseconds). Null before the first. */
export function currentKey(records: readonly LogKeyRecord[], atMs: number): LogKeyRecord | null {
  return inForce(records, atMs).at(-1) ?? null;
}

export function inForce(records: readonly LogKeyRecord[], atMs: number): LogKeyRecord[] {
  return records.filter((record) => record.fromSeconds * 1_000 <= atMs);
}

/** Records the book's first signing key, unless a key is already recorded. */
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
