import { inclusionProof, parseDrawId } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import { type Period, periodOf } from '../periods.ts';
import { HASH_BYTES, PAGE_LEAVES } from './leaf-pages.ts';

/** Pages read at once: 1 MB of hashes. */
const READ_PAGES = 32;

/**
 * Leaf hashes of a sealed period in tree order, 32 bytes each, in chunks of up to 1 MB. Yields nothing if the period
 * is unsealed or empty.
 */
export async function* leafHashPages(db: Db, period: Period): AsyncGenerator<Buffer> {
  for (let from = 0; ; from += READ_PAGES) {
    const rows = await db
      .selectFrom('draw.leaf_page')
      .select('leaves')
      .where('lottery_id', '=', period.lottery.id)
      .where('period', '=', BigInt(period.period))
      .where('page', '>=', from)
      .where('page', '<', from + READ_PAGES)
      .orderBy('page')
      .execute();
    if (rows.length > 0) yield Buffer.concat(rows.map((row) => row.leaves));
    if (rows.length < READ_PAGES) return;
  }
}

/** All leaf hashes of a sealed draw in one buffer, for copying them elsewhere. */
export async function sealedLeavesOf(db: Db, catalogue: Catalogue, drawId: string): Promise<Buffer> {
  const parts = parseDrawId(drawId);
  const lottery = parts && catalogue.byKey.get(parts.key);
  if (!lottery) throw new Error(`no lottery of ${drawId}`);
  const pages: Buffer[] = [];
  for await (const page of leafHashPages(db, periodOf(lottery, parts.period))) pages.push(page);
  return Buffer.concat(pages);
}

/** Position of a leaf in the tree of a sealed period. `proof` is the audit path, from the leaf's sibling up. */
export interface Inclusion {
  index: number;
  size: number;
  proof: Uint8Array[];
}

interface PathRow {
  page: number;
  leaves: Buffer;
  size: bigint;
  roots: Buffer;
}

/**
 * Inclusion proof from a slip's leaf to its period's root. Null if the seal does not include the slip. Hashes only one
 * page and the page roots.
 */
export async function inclusionOf(
  db: Db,
  period: Period,
  slip: { slipId: string; leaf: Buffer },
): Promise<Inclusion | null> {
  const { rows } = await sql<PathRow>`
    with of_period as not materialized (
      select p.page, p.first_id, p.root, p.leaves from draw.leaf_page p
      where p.lottery_id = ${period.lottery.id}::smallint and p.period = ${period.period}::bigint
    )
    select p.page, p.leaves, whole.size, whole.roots
    from (select page, leaves from of_period where first_id <= ${slip.slipId}::uuid order by page desc limit 1) p
    cross join (
      select sum(length(leaves)) / ${HASH_BYTES}::integer as size, string_agg(root, '' order by page) as roots from of_period
    ) whole`.execute(db);
  const row = rows[0];
  const place = row === undefined ? -1 : placeOf(row.leaves, slip.leaf);
  if (row === undefined || place < 0) return null;
  return {
    index: row.page * PAGE_LEAVES + place,
    size: Number(row.size),
    // A page is a subtree, so the upper part of the path is the path in the tree of page roots.
    proof: [...inclusionProof(split(row.leaves), place), ...inclusionProof(split(row.roots), row.page)],
  };
}

function placeOf(leaves: Buffer, leaf: Buffer): number {
  return split(leaves).findIndex((one) => one.equals(leaf));
}

function split(packed: Buffer): Buffer[] {
  return Array.from({ length: packed.length / HASH_BYTES }, (_, index) =>
    packed.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
