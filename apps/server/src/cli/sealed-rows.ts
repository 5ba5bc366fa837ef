import { sql } from 'kysely';
import type { Sealed, Sealer } from '../crypto/sealed.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { inviteBinding } from '../members/invites/own-invites.ts';
import { pushBinding } from '../members/messages/push.ts';
import { messageBinding } from '../payments/messages.ts';
import { payeeBinding } from '../payments/payees.ts';
import { countMacsByKey, renewMacs } from './marked-rows.ts';

/** A table with something sealed in it. */
interface SealedTable {
  name: string;
  table: string;
  sealedColumn: string;
  keyColumn: string;
  /** Its rows belong to no member: `id` alone names one. */
  isOfHouse?: true;
  boundTo(row: { memberId: string; id: string }): string;
}

interface SealedRow {
  bucket: number;
  memberId: string;
  id: string;
  sealed: Sealed;
}

/** All that is sealed in the database. A row whose data was erased has an empty key. */
const TABLES: readonly SealedTable[] = [
  {
    name: 'payees',
    table: 'payments.payee',
    sealedColumn: 'sealed',
    keyColumn: 'key_id',
    boundTo: payeeBinding,
  },
  {
    name: 'push subscriptions',
    table: 'members.push_subscription',
    sealedColumn: 'sealed',
    keyColumn: 'key_id',
    boundTo: ({ memberId, id }) => pushBinding(memberId, id),
  },
  {
    name: 'invites',
    table: 'members.own_invite',
    sealedColumn: 'sealed',
    keyColumn: 'key_id',
    boundTo: inviteBinding,
  },
  {
    name: 'messages of the provider',
    table: 'payments.provider_message',
    sealedColumn: 'sealed',
    keyColumn: 'key_id',
    isOfHouse: true,
    boundTo: ({ id }) => messageBinding(id),
  },
];
/** Their rows have a MAC, too, and are resealed with it: see marked-rows.ts. */
const STAFF_CODES = { name: 'staff codes', table: 'staff.account', keyColumn: 'totp_key_id' };

const BATCH = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface KeyUse {
  name: string;
  keyId: string;
  rows: number;
}

/** How many rows lie under which key. */
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

export interface Resealed {
  name: string;
  resealed: number;
  /** Rows that do not open: moved, damaged, or under a key that is gone. They stay as they are. */
  unreadable: string[];
}

/**
 * Puts all that is sealed under other keys under the current one, batch by batch, while the club runs. Breaking it off
 * loses nothing; the next run goes on with what is left.
 */
export async function resealAll(db: Db, sealer: Sealer): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const table of TABLES) done.push(await resealTable(db, sealer, table));
  return [...done, ...(await renewMacs(db, sealer))];
}

async function resealTable(db: Db, sealer: Sealer, table: SealedTable): Promise<Resealed> {
  const result: Resealed = { name: table.name, resealed: 0, unreadable: [] };
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await readOthers(db, table, sealer.currentKeyId, after);
    await transaction(db, async (tx) => {
      const changed = await resealRows(tx, sealer, table, rows);
      tx.onCommit(() => {
        result.resealed += changed.resealed;
        result.unreadable.push(...changed.unreadable);
      });
    });
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return result;
  }
}

async function resealRows(tx: Tx, sealer: Sealer, table: SealedTable, rows: readonly SealedRow[]) {
  let resealed = 0;
  const unreadable: string[] = [];
  for (const row of rows) {
    const boundTo = table.boundTo(row);
    const text = tryToOpen(sealer, row.sealed, boundTo);
    if (text === null) unreadable.push(boundTo);
    else resealed += await put(tx, table, row, sealer.seal(text, boundTo));
  }
  return { resealed, unreadable };
}

async function readOthers(db: Db, table: SealedTable, keyId: string, after: string): Promise<SealedRow[]> {
  const key = sql.ref(table.keyColumn);
  const place = table.isOfHouse ? sql`0 as bucket, '' as "memberId"` : sql`bucket, member_id as "memberId"`;
  const { rows } = await sql<{ bucket: number; memberId: string; id: string; bytes: Buffer; keyId: string }>`
    select ${place}, id, ${sql.ref(table.sealedColumn)} as bytes, ${key} as "keyId"
    from ${sql.table(table.table)}
    where ${key} not in (${keyId}, '') and id > ${after}::uuid order by id limit ${BATCH}`.execute(db);
  return rows.map(({ bytes, keyId: under, ...row }) => ({ ...row, sealed: { bytes, keyId: under } }));
}

/** Changes nothing where it lies under another key by now: somebody else was first. Returns how many rows changed. */
async function put(tx: Tx, table: SealedTable, row: SealedRow, again: Sealed): Promise<number> {
  const place = table.isOfHouse ? sql`true` : sql`bucket = ${row.bucket} and member_id = ${row.memberId}::uuid`;
  const { numAffectedRows } = await sql`
    update ${sql.table(table.table)}
    set ${sql.ref(table.sealedColumn)} = ${again.bytes}, ${sql.ref(table.keyColumn)} = ${again.keyId}
    where ${place} and id = ${row.id}::uuid
      and ${sql.ref(table.keyColumn)} = ${row.sealed.keyId}
    `.execute(tx.q);
  return Number(numAffectedRows ?? 0n);
}

function tryToOpen(sealer: Sealer, sealed: Sealed, boundTo: string): string | null {
  try {
    return sealer.open(sealed, boundTo);
  } catch {
    return null;
  }
}
