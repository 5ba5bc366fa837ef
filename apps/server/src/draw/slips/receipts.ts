import { type RawBuilder, sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Identity } from '../../identity.ts';
import type { Account } from '../../ledger/lock.ts';
import type { Catalogue, Lottery } from '../../lottery/catalogue.ts';
import { scheduleOf, tableOf } from '../../lottery/catalogue.ts';
import { leafDataOf, leafTailOf } from '../../lottery/slip.ts';
import { daysOfSlip, stakesOf } from './slip-records.ts';

/** Stored data of a receipt. `salt` is null once the member's data is erased. */
export interface StoredReceipt {
  slipId: string;
  drawId: string;
  lottery: Lottery;
  period: number;
  leafData: Buffer;
  leaf: Buffer;
  salt: Buffer | null;
  /** Signing key by the draw's table: Ed25519 public key, hex. */
  receiptKey: string;
}

/** The receipt of a member's own slip, by its id or its idempotency key. */
export async function findReceipt(
  db: Db,
  catalogue: Catalogue,
  identity: Identity,
  by: { slipId: string } | { key: string },
): Promise<StoredReceipt | null> {
  const row = await findReceiptRow(db, identity, by);
  const lottery = row && catalogue.byId.get(row.lottery_id);
  const table = lottery && tableOf(lottery, Number(row.period));
  if (!row || !lottery || !table) return null;
  const schedule = scheduleOf(lottery, table, Number(row.period));
  const selections = stakesOf(row.stakes).sort((a, b) => (a.bet < b.bet ? -1 : 1));
  const parts = {
    table,
    schedule,
    slipId: row.id,
    commitment: row.commitment,
    leafTail: leafTailOf(selections),
  };
  return {
    slipId: row.id,
    drawId: schedule.drawId,
    lottery,
    period: schedule.period,
    leafData: leafDataOf(parts, Number(row.accepted_ms)),
    leaf: row.leaf,
    salt: row.salt,
    receiptKey: table.entry.receipt_key,
  };
}

interface ReceiptRow {
  id: string;
  lottery_id: number;
  period: bigint;
  accepted_ms: bigint;
  stakes: (bigint | null)[];
  commitment: Buffer;
  leaf: Buffer;
  salt: Buffer | null;
}

async function findReceiptRow(
  db: Db,
  account: Account,
  by: { slipId: string } | { key: string },
): Promise<ReceiptRow | null> {
  const { bucket, memberId } = account;
  const places = 'key' in by ? placesOfKey(db, account, by.key) : placesOfSlip(db, account, by.slipId);
  for await (const place of places) {
    const { rows } = await sql<ReceiptRow>`
      select s.id, s.lottery_id, s.period, s.accepted_ms, s.stakes, s.commitment, s.leaf, k.salt
      from lottery.slip s
      join lottery.slip_key k on k.bucket = s.bucket and k.member_id = s.member_id and k.key = s.key
      where ${ofMember({ bucket, memberId }, 's')}
        and ${ofMember({ bucket, memberId }, 'k')} ${place}
        and s.day = k.day and s.lottery_id = k.lottery_id and s.period = k.period
      limit 1`.execute(db);
    if (rows[0]) return rows[0];
  }
  return null;
}

/**
 * Yields the day of the slip as a value, so that PostgreSQL opens only that partition. Yields nothing without such a
 * slip.
 */
async function* placesOfKey(db: Db, { bucket, memberId }: Account, key: string): AsyncGenerator<RawBuilder<unknown>> {
  const { rows } = await sql<{ day: string }>`
    select k.day from lottery.slip_key k
    where ${ofMember({ bucket, memberId }, 'k')} and k.key = ${key}::uuid`.execute(db);
  for (const { day } of rows) yield sql`and k.key = ${key}::uuid and s.day = ${day}::date`;
}

async function* placesOfSlip(db: Db, account: Account, id: string): AsyncGenerator<RawBuilder<unknown>> {
  for await (const days of daysOfSlip(db, account, id)) yield sql`and s.id = ${id}::uuid ${days(sql`s.day`)}`;
}
