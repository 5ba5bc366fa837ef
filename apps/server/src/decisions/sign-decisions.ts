import { type Kysely, sql } from 'kysely';
import { rowMacs } from '../crypto/row-macs.ts';
import { loadSealer } from '../crypto/sealed.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';

/**
 * Gives MACs to legal holds and votes from before they had any: once, as a part of migrating. From then on a row
 * without one counts for nothing. Throws one line where there are such rows and no keys folder to make MACs with.
 */
export async function signDecisions(migrating: Kysely<unknown>, keysDir: string | undefined): Promise<void> {
  const db = migrating as Db;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from payments.legal_hold) or exists (select from payments.withdrawal_review)
      or exists (select from payments.payment_review) as found`.execute(db);
  if (!rows[0]?.found) return;
  if (keysDir === undefined) throw new Error('decisions about money get MACs now: migrate with TERCET_KEYS');
  const macs = rowMacs(await loadSealer(keysDir), () => {});
  for (const row of await db.selectFrom('payments.legal_hold').selectAll().execute()) {
    const mac = macs.of('payments.legal_hold', row);
    const confirmed_mac =
      row.confirmed_by === null ? null : macs.of('payments.legal_hold_confirmation', { ...row, mac });
    await sql`
      update payments.legal_hold set mac = ${mac}, confirmed_mac = ${confirmed_mac}
      where bucket = ${row.bucket} and member_id = ${row.member_id} and id = ${row.id}`.execute(db);
  }
  for (const row of await db.selectFrom('payments.withdrawal_review').selectAll().execute()) {
    await sql`
      update payments.withdrawal_review set mac = ${macs.of('payments.withdrawal_review', row)}
      where bucket = ${row.bucket} and member_id = ${row.member_id} and id = ${row.id}`.execute(db);
  }
  for (const row of await db.selectFrom('payments.payment_review').selectAll().execute()) {
    await sql`
      update payments.payment_review set mac = ${macs.of('payments.payment_review', row)}
      where bucket = ${row.bucket} and member_id = ${row.member_id} and id = ${row.id}`.execute(db);
  }
}

/**
 * Gives an instruction to each price that one of the staff gave back before there were instructions, so that the
 * reconciliation finds who decided it. Throws one line where there are such and no keys folder to make MACs with.
 */
export async function signRefunds(migrating: Kysely<unknown>, keysDir: string | undefined): Promise<void> {
  const db = migrating as Db;
  const refunded = await db
    .selectFrom('video.purchase')
    .select(['id', 'member_id', 'refunded_by', 'refunded_at'])
    .where('refunded_by', 'is not', null)
    .execute();
  if (refunded.length === 0) return;
  if (keysDir === undefined) throw new Error('refunds get MACs now: migrate with TERCET_KEYS');
  const macs = rowMacs(await loadSealer(keysDir), () => {});
  for (const { id: subject, member_id: memberId, refunded_by, refunded_at } of refunded) {
    if (refunded_by === null) continue;
    const row = { id: newId(), what: 'purchase-refund', subject, body: { memberId }, staff_id: refunded_by };
    await sql`
      insert into staff.instruction (id, what, subject, body, staff_id, mac, given_at, done_at)
      values (${row.id}::uuid, ${row.what}, ${subject}::uuid, ${JSON.stringify(row.body)}::jsonb, ${refunded_by}::uuid,
        ${macs.of('staff.instruction', row)}, ${refunded_at}, ${refunded_at})`.execute(db);
  }
}
