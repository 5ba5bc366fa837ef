import { NOTICE_SECONDS, type NoticeOfChangeEntry, noticeMessage } from '@tercet/fair';
import { sql } from 'kysely';
import { type Tx, transaction } from '../db/transaction.ts';
import { append, lockHead, noteTreeHead } from './book.ts';
import { BookFault } from './book-fault.ts';
import { currentKey, type LogKey, loadLogKeys, makeLogKey, readLogKeys, recordKey } from './log-key.ts';
import type { SignDeps } from './sign.ts';

export interface KeyChange {
  oldKey: string;
  newKey: string;
  /** Unix seconds from which both keys sign, as long as the old key's file exists. */
  fromSeconds: number;
}

/**
 * Announces a change of the book's key: creates the next key and writes a notice, signed by the old key, into the
 * book. Can be interrupted and repeated; a key that was created and not announced is reused. Throws a `BookFault` if
 * the old key is missing or a change is already announced.
 */
export async function rotateKey(deps: SignDeps): Promise<KeyChange> {
  const keys = await loadLogKeys(deps.keysDir, deps.origin);
  const known = await transaction(deps.db, async (tx) => (await oldKey(tx, keys)).known);
  const next = keys.find((key) => !known.has(key.vkey)) ?? (await makeLogKey(deps.keysDir, deps.origin));
  const change = await transaction(deps.db, (tx) => announce(tx, keys, next));
  await noteTreeHead(deps.db);
  return change;
}

/** The current key. Throws if it is missing here or a change is already announced. */
async function oldKey(tx: Tx, keys: readonly LogKey[]): Promise<{ old: LogKey; nowMs: number; known: Set<string> }> {
  await lockHead(tx);
  const { rows } = await sql<{ now: bigint }>`select clock.now_ms() as now`.execute(tx.q);
  const nowMs = Number(rows[0]?.now);
  const records = await readLogKeys(tx.q);
  const current = currentKey(records, nowMs);
  if (!current) throw new BookFault('the book has not been signed yet, so there is no key to rotate');
  if (records.at(-1) !== current) throw new BookFault('a key change has already been announced');
  const old = keys.find((key) => key.vkey === current.vkey);
  if (!old) throw new BookFault('the keys folder lacks the key that signs the book');
  return { old, nowMs, known: new Set(records.map((record) => record.vkey)) };
}

async function announce(tx: Tx, keys: readonly LogKey[], next: LogKey): Promise<KeyChange> {
  const { old, nowMs } = await oldKey(tx, keys);
  const fromSeconds = Math.ceil(nowMs / 1_000) + NOTICE_SECONDS;
  const notice: Omit<NoticeOfChangeEntry, 'signature'> = {
    type: 'notice-of-change',
    what: 'book-key',
    old_key: old.vkey,
    new_key: next.vkey,
    from: String(fromSeconds),
  };
  await append(tx, [{ ...notice, signature: old.sign(noticeMessage(notice)).toString('hex') }]);
  await recordKey(tx, { vkey: next.vkey, fromSeconds });
  return { oldKey: old.vkey, newKey: next.vkey, fromSeconds };
}
