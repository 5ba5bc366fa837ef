import { sql } from 'kysely';
import type { FieldCipher } from '../crypto/field-cipher.ts';
import { type MarkedRow, type RowMacs, rowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { isGenuineHold } from '../payments/rules/legal-holds.ts';
import { findAccounts } from '../staff/account-rows.ts';
import { isGenuine } from '../staff/proposals.ts';
import { totpBinding } from '../staff/totp.ts';

/** Tables whose rows have a lasting MAC, with their names for people. */
const NAMES = {
  'staff.account': 'staff accounts',
  'staff.session': 'staff sessions',
  'staff.passkey': 'staff passkeys',
  'staff.proposal': 'proposals',
  'staff.instruction': 'instructions to the jobs',
  'payments.legal_hold': 'legal holds',
  'payments.withdrawal_review': 'votes on withdrawals',
  'payments.payment_review': 'votes on payments',
} as const;

/** Number of MACs by key. */
export async function countMacsByKey(db: Db): Promise<{ name: string; keyId: string; rows: number }[]> {
  const uses = [];
  for (const [table, name] of Object.entries(NAMES)) {
    const { rows } = await sql<{ keyId: string; rows: number }>`
      select split_part(mac, ':', 1) as "keyId", count(*)::integer as rows from ${sql.table(table)}
      where mac is not null group by 1 order by 1`.execute(db);
    uses.push(...rows.map((row) => ({ name, ...row })));
  }
  return uses;
}

interface Renewed {
  name: string;
  reencrypted: number;
  unreadable: string[];
}

/**
 * Renews the MACs of the staff's rows and re-encrypts their codes, both with the current key. A row with an invalid
 * MAC stays unchanged. Runs as the owner. Idempotent.
 */
export async function renewMacs(db: Db, cipher: FieldCipher): Promise<Renewed[]> {
  const macs = rowMacs(cipher, () => {});
  return transaction(db, async (tx) => [
    await renewAccounts(tx, cipher, macs),
    await renewRows(tx, cipher, macs, 'staff.session'),
    await renewRows(tx, cipher, macs, 'staff.passkey'),
    await renewProposals(tx, cipher, macs),
    await renewRows(tx, cipher, macs, 'staff.instruction'),
    await renewHolds(tx, cipher, macs),
    await renewRows(tx, cipher, macs, 'payments.withdrawal_review'),
    await renewRows(tx, cipher, macs, 'payments.payment_review'),
  ]);
}

const isCurrent = (cipher: FieldCipher, mac: string | null): boolean =>
  mac?.startsWith(`${cipher.currentKeyId}:`) === true;

async function renewAccounts(tx: Tx, cipher: FieldCipher, macs: RowMacs): Promise<Renewed> {
  const renewed: Renewed = { name: NAMES['staff.account'], reencrypted: 0, unreadable: [] };
  await sql`select staff.lock_accounts()`.execute(tx.q);
  for (const { row, mac, isGenuine } of await findAccounts(tx.q, macs)) {
    const hasCode = row.totp !== null && row.totp_key_id !== null;
    if (isCurrent(cipher, mac) && (!hasCode || row.totp_key_id === cipher.currentKeyId)) continue;
    if (!isGenuine) {
      renewed.unreadable.push(`staff/${row.id}`);
      continue;
    }
    const next = { ...row };
    if (row.totp !== null && row.totp_key_id !== null) {
      const text = cipher.decrypt({ bytes: row.totp, keyId: row.totp_key_id }, totpBinding(row.id));
      const encrypted = cipher.encrypt(text, totpBinding(row.id));
      [next.totp, next.totp_key_id] = [encrypted.bytes, encrypted.keyId];
    }
    const { totp, totp_key_id } = next;
    await tx.q
      .updateTable('staff.account')
      .set({ totp, totp_key_id, mac: macs.of('staff.account', next) })
      .where('id', '=', row.id)
      .execute();
    renewed.reencrypted += 1;
  }
  return renewed;
}

async function renewRows(
  tx: Tx,
  cipher: FieldCipher,
  macs: RowMacs,
  table:
    | 'staff.session'
    | 'staff.passkey'
    | 'staff.instruction'
    | 'payments.withdrawal_review'
    | 'payments.payment_review',
): Promise<Renewed> {
  const renewed: Renewed = { name: NAMES[table], reencrypted: 0, unreadable: [] };
  const key = table === 'staff.session' ? 'token_hash' : 'id';
  const { rows } = await sql<MarkedRow<typeof table> & { mac: string }>`
    select * from ${sql.table(table)} where mac is not null for update`.execute(tx.q);
  for (const row of rows) {
    if (isCurrent(cipher, row.mac)) continue;
    const place = row[key as keyof typeof row];
    if (!macs.isGenuine(table, row, row.mac)) {
      renewed.unreadable.push(`${table} ${String(place)}`);
      continue;
    }
    const mac = macs.of(table, row);
    await sql`update ${sql.table(table)} set mac = ${mac} where ${sql.ref(key)} = ${place}`.execute(tx.q);
    renewed.reencrypted += 1;
  }
  return renewed;
}

/** Renews a proposal's MACs. The decision's MAC covers the proposal's, so both change together. */
async function renewProposals(tx: Tx, cipher: FieldCipher, macs: RowMacs): Promise<Renewed> {
  const renewed: Renewed = { name: NAMES['staff.proposal'], reencrypted: 0, unreadable: [] };
  const rows = await tx.q.selectFrom('staff.proposal').selectAll().where('mac', 'is not', null).forUpdate().execute();
  for (const row of rows) {
    if (isCurrent(cipher, row.mac)) continue;
    if (!isGenuine(macs, row)) {
      renewed.unreadable.push(`proposal/${row.id}`);
      continue;
    }
    const mac = macs.of('staff.proposal', row);
    const decided_mac = row.decision === null ? null : macs.of('staff.decision', { ...row, mac });
    await tx.q.updateTable('staff.proposal').set({ mac, decided_mac }).where('id', '=', row.id).execute();
    renewed.reencrypted += 1;
  }
  return renewed;
}

/** Renews a legal hold's MACs. The confirmation's MAC covers the hold's, so both change together. */
async function renewHolds(tx: Tx, cipher: FieldCipher, macs: RowMacs): Promise<Renewed> {
  const renewed: Renewed = { name: NAMES['payments.legal_hold'], reencrypted: 0, unreadable: [] };
  const holds = tx.q.selectFrom('payments.legal_hold').selectAll().where('mac', 'is not', null);
  for (const row of await holds.forUpdate().execute()) {
    if (isCurrent(cipher, row.mac)) continue;
    if (!isGenuineHold(macs, row)) {
      renewed.unreadable.push(`legal-hold/${row.id}`);
      continue;
    }
    const mac = macs.of('payments.legal_hold', row);
    const confirmed_mac =
      row.confirmed_by === null ? null : macs.of('payments.legal_hold_confirmation', { ...row, mac });
    await tx.q.updateTable('payments.legal_hold').set({ mac, confirmed_mac }).where('id', '=', row.id).execute();
    renewed.reencrypted += 1;
  }
  return renewed;
}
