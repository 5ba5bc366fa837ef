import { MerkleFrontier, toHex } from '@tercet/fair';
import { sql } from 'kysely';
import { append, lockHead, publishCheckpoint } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { closeGates } from './gates.ts';
import { type Period, standingOf } from './periods.ts';

/**
 * Seals a period whose betting is over: moves the gates past it, then writes the root of all its slips into the book,
 * and a checkpoint. Does nothing where the period is sealed or void already. Throws when called before the lock.
 */
export async function sealPeriod(db: Db, period: Period): Promise<void> {
  await closeGates(db, period);
  const { root, count } = await rootOfPeriod(db, period);
  await transaction(db, async (tx) => {
    await lockHead(tx);
    const standing = await standingOf(tx, period);
    if (standing.sealSeq !== null || standing.void) return;
    await insertSeal(tx, period, root, count);
  });
  await publishCheckpoint(db);
}

const PAGE = 20_000;
const TURN = 4_000;

/** The RFC 6962 root over the leaf hashes in order of slip id. The event loop gets a turn every few thousand leaves. */
async function rootOfPeriod(db: Db, period: Period): Promise<{ root: Uint8Array; count: bigint }> {
  const frontier = new MerkleFrontier();
  let after: string | null = null;
  let count = 0n;
  for (;;) {
    const leaves: { id: string; leaf: Buffer }[] = await leavesAfter(db, period, after);
    for (const [index, { leaf }] of leaves.entries()) {
      frontier.append(leaf);
      if (index % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve));
    }
    count += BigInt(leaves.length);
    if (leaves.length < PAGE) return { root: frontier.root(), count };
    after = leaves.at(-1)?.id ?? null;
  }
}

async function leavesAfter(db: Db, period: Period, after: string | null): Promise<{ id: string; leaf: Buffer }[]> {
  const { rows } = await sql<{ id: string; leaf: Buffer }>`
    select id, leaf from lottery.slip
    where lottery_id = ${period.lottery.id}::smallint and period = ${period.period}::bigint and day = ${dayOf(period)}::date
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${PAGE}`.execute(db);
  return rows;
}

/** The leaf hashes of a period in the order of its tree. */
export async function leafHashesOf(db: Db, period: Period): Promise<string[]> {
  const hashes: string[] = [];
  let after: string | null = null;
  for (;;) {
    const leaves: { id: string; leaf: Buffer }[] = await leavesAfter(db, period, after);
    for (const { leaf } of leaves) hashes.push(leaf.toString('hex'));
    if (leaves.length < PAGE) return hashes;
    after = leaves.at(-1)?.id ?? null;
  }
}

/** The day whose partitions hold the period: that of its lock, in UTC. */
export function dayOf(period: Pick<Period, 'locks'>): string {
  return new Date(period.locks * 1_000).toISOString().slice(0, 10);
}

async function insertSeal(tx: Tx, period: Period, root: Uint8Array, count: bigint): Promise<void> {
  const [entry] = await append(tx, [{ type: 'seal', draw_id: period.drawId, root: toHex(root), count: String(count) }]);
  if (!entry) throw new Error('the book gave no entry');
  const at = new Date(entry.atMs);
  const key = { lottery_id: period.lottery.id, period: BigInt(period.period) };
  await tx.q
    .insertInto('draw.seal')
    .values({ ...key, root: Buffer.from(root), slip_count: count, entry_seq: entry.seq, at })
    .execute();
  await tx.q
    .insertInto('draw.task')
    .values(key)
    .onConflict((oc) => oc.doNothing())
    .execute();
}
