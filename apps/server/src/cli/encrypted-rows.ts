import { sql } from 'kysely';
import type { Encrypted, FieldCipher } from '../crypto/field-cipher.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { inviteBinding } from '../members/invites/member-invites.ts';
import { pushBinding } from '../members/messages/push.ts';
import { payeeBinding } from '../payments/payees/payees.ts';
import { messageBinding } from '../payments/provider/messages.ts';
import { countMacsByKey, renewMacs } from './renew-macs.ts';

/** A table with encrypted fields. */
interface EncryptedTable {
  name: string;
  table: string;
  encryptedColumn: string;
  keyColumn: string;
  /** The rows belong to no member and are identified by `id` alone. */
  isOfHouse?: true;
  boundTo(row: { memberId: string; id: string }): string;
}

interface EncryptedRow {
  bucket: number;
  memberId: string;
  id: string;
  encrypted: Encrypted;
}

/** All encrypted fields of the database. A row with erased data has an empty key id. */
const TABLES: readonly EncryptedTable[] = [
  {
    name: 'payees',
    table: 'payments.payee',
    encryptedColumn: 'encrypted',
    keyColumn: 'key_id',
    boundTo: payeeBinding,
  },
  {
    name: 'push subscriptions',
    table: 'members.push_subscription',
    encryptedColumn: 'encrypted',
    keyColumn: 'key_id',
    boundTo: ({ memberId, id }) => pushBinding(memberId, id),
  },
  {
    name: 'invites',
    table: 'members.member_invite',
    encryptedColumn: 'encrypted',
    keyColumn: 'key_id',
    boundTo: inviteBinding,
  },
  {
    name: 'provider messages',
    table: 'payments.provider_message',
    encryptedColumn: 'encrypted',
    keyColumn: 'key_id',
    isOfHouse: true,
    boundTo: ({ id }) => messageBinding(id),
  },
];
/** These rows also have a MAC and are re-encrypted together with it: see renew-macs.ts. */
const STAFF_CODES = { name: 'staff codes', table: 'staff.account', keyColumn: 'totp_key_id' };

const BATCH = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface KeyUse {
  name: string;
  keyId: string;
  rows: number;
}

/** Number of rows by encryption key. */
export async function countByKey(db: Db): Promise<KeyUse[]> {
  const uses: KeyUse[] = [];
  for (const { name, table, keyColumn } of [...TABLES, STAFF_CODES]) {
    const { rows } = await sql<{ keyId: string; rows: number }>`
      select ${sql.ref(keyColumn)} as "keyId", count(*)::integer as rows from ${sql.table(table)}
      where ${sql.ref(keyColumn)} <> '' group by 1 order by 1`.execute(db);
    uses.push(...rows.map((row) => ({ name, ...row })));
  }
  return [...uses, ...(await countMacsByKey(db))];
}

export interface Reencrypted {
  name: string;
  reencrypted: number;
  /** Rows that do not decrypt: moved, damaged, or with a missing key. They stay as they are. */
  unreadable: string[];
}

/**
 * Re-encrypts all fields under the current key, in batches, while the club runs. Idempotent: an interrupted run
 * continues with the remaining rows.
 */
export async function reencryptAll(
  db: Db,
  cipher: FieldCipher,
  onProgress: (rows: number) => void = () => {},
): Promise<Reencrypted[]> {
  const done: Reencrypted[] = [];
  let before = 0;
  for (const table of TABLES) {
    const result = await reencryptTable(db, cipher, table, (rows) => onProgress(before + rows));
    before += result.reencrypted;
    done.push(result);
  }
  return [...done, ...(await renewMacs(db, cipher))];
}

async function reencryptTable(
  db: Db,
  cipher: FieldCipher,
  table: EncryptedTable,
  onProgress: (rows: number) => void,
): Promise<Reencrypted> {
  const result: Reencrypted = { name: table.name, reencrypted: 0, unreadable: [] };
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await readOthers(db, table, cipher.currentKeyId, after);
    await transaction(db, async (tx) => {
      const changed = await reencryptRows(tx, cipher, table, rows);
      tx.onCommit(() => {
        result.reencrypted += changed.reencrypted;
        result.unreadable.push(...changed.unreadable);
      });
    });
    onProgress(result.reencrypted);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return result;
  }
}

async function reencryptRows(tx: Tx, cipher: FieldCipher, table: EncryptedTable, rows: readonly EncryptedRow[]) {
  let reencrypted = 0;
  const unreadable: string[] = [];
  for (const row of rows) {
    const boundTo = table.boundTo(row);
    const text = tryToDecrypt(cipher, row.encrypted, boundTo);
    if (text === null) unreadable.push(boundTo);
    else reencrypted += await put(tx, table, row, cipher.encrypt(text, boundTo));
  }
  return { reencrypted, unreadable };
}

async function readOthers(db: Db, table: EncryptedTable, keyId: string, after: string): Promise<EncryptedRow[]> {
  const key = sql.ref(table.keyColumn);
  const place = table.isOfHouse ? sql`0 as bucket, '' as "memberId"` : sql`bucket, member_id as "memberId"`;
  const { rows } = await sql<{ bucket: number; memberId: string; id: string; bytes: Buffer; keyId: string }>`
    select ${place}, id, ${sql.ref(table.encryptedColumn)} as bytes, ${key} as "keyId"
    from ${sql.table(table.table)}
    where ${key} not in (${keyId}, '') and id > ${after}::uuid order by id limit ${BATCH}`.execute(db);
  return rows.map(({ bytes, keyId: under, ...row }) => ({ ...row, encrypted: { bytes, keyId: under } }));
}

/** Updates a row, unless another process has re-encrypted it meanwhile. Returns the number of changed rows. */
async function put(tx: Tx, table: EncryptedTable, row: EncryptedRow, again: Encrypted): Promise<number> {
  const place = table.isOfHouse ? sql`true` : ofMember(row);
  const { numAffectedRows } = await sql`
    update ${sql.table(table.table)}
    set ${sql.ref(table.encryptedColumn)} = ${again.bytes}, ${sql.ref(table.keyColumn)} = ${again.keyId}
    where ${place} and id = ${row.id}::uuid
      and ${sql.ref(table.keyColumn)} = ${row.encrypted.keyId}
    `.execute(tx.q);
  return Number(numAffectedRows ?? 0n);
}

function tryToDecrypt(cipher: FieldCipher, encrypted: Encrypted, boundTo: string): string | null {
  try {
    return cipher.decrypt(encrypted, boundTo);
  } catch {
    return null;
  }
}
