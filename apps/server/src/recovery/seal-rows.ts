import { toHex } from '@tercet/fair';
import { sql } from 'kysely';
import { BookFault } from '../book/book-fault.ts';
import { emptyTree } from '../book/tree.ts';
import { byteaArray, integerArray, uuidArray } from '../db/binary-array.ts';
import type { Tx } from '../db/transaction.ts';
import { HASH_BYTES, PAGE_LEAVES } from '../draw/evidence/leaf-pages.ts';
import { dayOf } from '../draw/lock-day.ts';
import type { Period } from '../draw/periods.ts';

/** A period whose published seal was restored. */
export interface SealedPeriod {
  drawId: string;
  /** Number of slips in the published seal. */
  sealed: number;
  /** Leaf hashes (hex) without a slip in the database. */
  lost: string[];
}

/** Sorts after every id. First id of a page whose slips are all lost, like those of all later pages. */
const NO_SLIP = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Restores the rows of a published seal. Verifies the leaves against the published root, and each slip of the database
 * against the leaves. A slip outside them belongs to another history. Throws a `BookFault`.
 */
export async function putBackSeal(
  tx: Tx,
  period: Period,
  seal: { root: string; count: string; seq: bigint },
  leaves: Uint8Array | null,
  at: Date,
): Promise<SealedPeriod> {
  const slips = await slipsOf(tx, period);
  const packed = leavesOf(period, seal, leaves, slips);
  const ids = new Map(slips.map(({ id, leaf }) => [leaf.toString('hex'), id]));
  const hashes = Array.from({ length: packed.length / HASH_BYTES }, (_, index) =>
    packed.toString('hex', index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  const lost = hashes.filter((hash) => !ids.has(hash));
  if (hashes.length - lost.length !== slips.length) {
    throw new BookFault(`${period.drawId}: the database has slips that are not in the published seal`);
  }
  await insertPages(
    tx,
    period,
    packed,
    hashes.map((hash) => ids.get(hash) ?? null),
  );
  const key = { lottery_id: period.lottery.id, period: BigInt(period.period) };
  await tx.q
    .insertInto('draw.seal')
    .values({ ...key, root: Buffer.from(seal.root, 'hex'), slip_count: BigInt(seal.count), entry_seq: seal.seq, at })
    .execute();
  return { drawId: period.drawId, sealed: hashes.length, lost };
}

interface Slip {
  id: string;
  leaf: Buffer;
}

async function slipsOf(tx: Tx, period: Period): Promise<Slip[]> {
  const { rows } = await sql<Slip>`
    select id, leaf from lottery.slip
    where lottery_id = ${period.lottery.id}::smallint and period = ${period.period}::bigint
      and day = ${dayOf(period)}::date order by id`.execute(tx.q);
  return rows;
}

/** The published leaves, or the database's if it has all of them. */
function leavesOf(
  { drawId }: Period,
  { root, count }: { root: string; count: string },
  leaves: Uint8Array | null,
  slips: readonly Slip[],
): Buffer {
  const found = leaves === null ? Buffer.concat(slips.map(({ leaf }) => leaf)) : Buffer.from(leaves);
  const tree = emptyTree();
  for (let at = 0; at + HASH_BYTES <= found.length; at += HASH_BYTES) tree.append(found.subarray(at, at + HASH_BYTES));
  if (found.length === Number(count) * HASH_BYTES && toHex(tree.root()) === root) return found;
  throw new BookFault(
    leaves === null
      ? `${drawId}: ${count} slips were sealed, ${slips.length} are here, and the store has no list of them`
      : `${drawId}: the list of slips in the store is not the one that was sealed`,
  );
}

/**
 * Inserts leaf pages. A page is found by the id of its first slip. If that slip is lost, the next existing one takes
 * its place: lookups of earlier slips then find an earlier page.
 */
async function insertPages(tx: Tx, period: Period, packed: Buffer, ids: readonly (string | null)[]): Promise<void> {
  const starts = Array.from({ length: Math.ceil(ids.length / PAGE_LEAVES) }, (_, page) => page * PAGE_LEAVES);
  const pages = starts.map((start, page) => {
    const leaves = packed.subarray(start * HASH_BYTES, (start + PAGE_LEAVES) * HASH_BYTES);
    const tree = emptyTree();
    for (let at = 0; at < leaves.length; at += HASH_BYTES) tree.append(leaves.subarray(at, at + HASH_BYTES));
    const firstId = ids.slice(start).find((id) => id !== null) ?? NO_SLIP;
    return { page, firstId: firstId.replaceAll('-', ''), root: Buffer.from(tree.root()), leaves };
  });
  if (pages.length === 0) return;
  await sql`
    insert into draw.leaf_page (lottery_id, period, page, first_id, root, leaves)
    select ${period.lottery.id}::smallint, ${period.period}::bigint, q.page, q.first_id, q.root, q.leaves
    from unnest(
      ${integerArray(pages.map(({ page }) => page))}::integer[],
      ${uuidArray(pages.map(({ firstId }) => firstId))}::uuid[],
      ${byteaArray(pages.map(({ root }) => root))}::bytea[],
      ${byteaArray(pages.map(({ leaves }) => leaves))}::bytea[]
    ) q (page, first_id, root, leaves)
    on conflict do nothing`.execute(tx.q);
}
