import { type Kysely, sql } from 'kysely';
import { rowMacs } from '../crypto/row-macs.ts';
import { loadSealer } from '../crypto/sealed.ts';
import type { Db } from '../db/pool.ts';
import { findAccounts } from '../staff/account-rows.ts';

/**
 * Gives MACs to the staff's rows of a house from before they had any: once, as a part of migrating. From then on a row
 * without one counts for nothing. Throws one line where there are such rows and no keys folder to make MACs with.
 */
export async function signRows(migrating: Kysely<unknown>, keysDir: string | undefined): Promise<void> {
  const db = migrating as Db;
  const { rows } = await sql<{ found: boolean }>`select exists (select from staff.account) as found`.execute(db);
  if (!rows[0]?.found) return;
  if (keysDir === undefined) throw new Error('the staff’s rows get MACs now: migrate with TERCET_KEYS');
  const macs = rowMacs(await loadSealer(keysDir), () => {});
  for (const { row, newest } of await findAccounts(db, macs)) {
    const act_seq = newest ?? -1n;
    const mac = macs.of('staff.account', { ...row, act_seq });
    await db.updateTable('staff.account').set({ act_seq, mac }).where('id', '=', row.id).execute();
  }
  for (const row of await db.selectFrom('staff.session').selectAll().where('ended_at', 'is', null).execute()) {
    const mac = macs.of('staff.session', row);
    await db.updateTable('staff.session').set({ mac }).where('token_hash', '=', row.token_hash).execute();
  }
  for (const row of await db.selectFrom('staff.passkey').selectAll().where('removed_at', 'is', null).execute()) {
    await db
      .updateTable('staff.passkey')
      .set({ mac: macs.of('staff.passkey', row) })
      .where('id', '=', row.id)
      .execute();
  }
  for (const row of await db.selectFrom('staff.proposal').selectAll().execute()) {
    const mac = macs.of('staff.proposal', row);
    const decided_mac = row.decision === null ? null : macs.of('staff.decision', { ...row, mac });
    await db.updateTable('staff.proposal').set({ mac, decided_mac }).where('id', '=', row.id).execute();
  }
}
