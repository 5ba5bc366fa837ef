import { toHex } from '@tercet/fair';
import { append, lockHead, noteTreeHead } from '../../book/book.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { step } from '../../trace/steps.ts';
import { writeLeafPages } from '../evidence/leaf-pages.ts';
import { type Period, periodStateOf } from '../periods.ts';
import { closeGates } from './gates.ts';

/**
 * Seals a locked period: closes the gates, writes the Merkle root of all its slips into the book, and records a tree
 * head. Does nothing if the period is sealed or void. Throws before the lock.
 */
export function sealPeriod(db: Db, period: Period): Promise<void> {
  return step('seal', {}, () => sealNow(db, period), { drawId: period.drawId });
}

async function sealNow(db: Db, period: Period): Promise<void> {
  await closeGates(db, period);
  // Runs before the book is locked, so that other writers do not wait while a million leaves are hashed.
  const { root, count } = await writeLeafPages(db, period);
  await transaction(db, async (tx) => {
    await lockHead(tx);
    const periodState = await periodStateOf(tx, period);
    if (periodState.sealSeq !== null || periodState.void) return;
    await insertSeal(tx, period, root, count);
  });
  await noteTreeHead(db);
}

async function insertSeal(tx: Tx, period: Period, root: Uint8Array, count: bigint): Promise<void> {
  const { drawId: draw_id, table } = period;
  const [entry] = await append(tx, [
    { type: 'seal', draw_id, root: toHex(root), count: String(count), table: table.hash },
  ]);
  if (!entry) throw new Error('appending to the book returned no entry');
  const at = new Date(entry.atMs);
  const key = { lottery_id: period.lottery.id, period: BigInt(period.period) };
  await tx.q
    .insertInto('draw.seal')
    .values({ ...key, root: Buffer.from(root), slip_count: count, entry_seq: entry.seq, at })
    .execute();
  await tx.q
    .insertInto('draw.settlement_queue')
    .values(key)
    .onConflict((oc) => oc.doNothing())
    .execute();
}
