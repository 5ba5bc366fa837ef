import { hash } from 'node:crypto';
import { merkleRootPacked } from '@tercet/fair';
import { sql } from 'kysely';
import { byteaArray, integerArray, uuidArray } from '../db/binary-array.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { dayOf } from './day.ts';
import type { Period } from './periods.ts';

/** A power of two, so that the root of a page is a node of the whole tree. The table's constraint knows it too. */
export const PAGE_LEAVES = 1_024;
export const HASH_BYTES = 32;
const ID_BYTES = 16;
/** Pages hashed in one turn of the event loop: some five milliseconds. */
const TURN_PAGES = 8;
/** Pages written by one statement: 2 MB. */
const BATCH_PAGES = 64;

/** A stretch of a period's leaves in the order of its tree. */
interface LeafPage {
  page: number;
  /** The slip of the first leaf, 32 hex digits. */
  firstId: string;
  root: Uint8Array;
  /** 32 bytes each, one after another; `PAGE_LEAVES` of them but in the last page. */
  leaves: Buffer;
}

/** Slips in order of id: ids and leaves one after another. */
interface Slips {
  ids: Buffer;
  leaves: Buffer;
}

const NO_SLIPS: Slips = { ids: Buffer.alloc(0), leaves: Buffer.alloc(0) };

/**
 * Writes down the leaves of a period whose gates are closed, and returns the RFC 6962 root over them and their count.
 * Pages that are there already are those of another process, and the same. While the database writes a few pages and
 * reads on, this thread hashes the next; neither ever holds more than a few.
 */
export async function writeLeafPages(db: Db, period: Period): Promise<{ root: Uint8Array; count: bigint }> {
  return transaction(db, async (tx) => {
    await openCursor(tx, period);
    const roots: Uint8Array[] = [];
    let count = 0;
    let pages: LeafPage[] = [];
    let whole = NO_SLIPS;
    let rest = NO_SLIPS;
    for (let going = true; going; ) {
      const [read, made] = await Promise.all([writeAndRead(tx, period, pages), pagesOf(whole, roots.length)]);
      pages = made;
      for (const { root, leaves } of made) {
        roots.push(root);
        count += leaves.length / HASH_BYTES;
      }
      [whole, rest] = read === null ? [rest, NO_SLIPS] : cut(join(rest, read));
      going = read !== null || made.length > 0 || whole.ids.length > 0;
    }
    const root = merkleRootPacked(Buffer.concat(roots), roots.length, sha256Text);
    return { root, count: BigInt(count) };
  });
}

/** SHA-256 in the form that `merkleRootPacked` takes. */
function sha256Text(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'binary');
}

/** The event loop gets a turn every few pages. */
async function pagesOf({ ids, leaves }: Slips, firstPage: number): Promise<LeafPage[]> {
  const pages: LeafPage[] = [];
  for (let at = 0; at * ID_BYTES < ids.length; at += PAGE_LEAVES) {
    const some = leaves.subarray(at * HASH_BYTES, (at + PAGE_LEAVES) * HASH_BYTES);
    pages.push({
      page: firstPage + pages.length,
      firstId: ids.toString('hex', at * ID_BYTES, (at + 1) * ID_BYTES),
      root: merkleRootPacked(some, some.length / HASH_BYTES, sha256Text),
      leaves: some,
    });
    if (pages.length % TURN_PAGES === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return pages;
}

function join(one: Slips, other: Slips): Slips {
  return { ids: Buffer.concat([one.ids, other.ids]), leaves: Buffer.concat([one.leaves, other.leaves]) };
}

/** What fills whole pages, and what is left over. */
function cut({ ids, leaves }: Slips): [Slips, Slips] {
  const count = ids.length / ID_BYTES;
  const at = count - (count % PAGE_LEAVES);
  return [
    { ids: ids.subarray(0, at * ID_BYTES), leaves: leaves.subarray(0, at * HASH_BYTES) },
    { ids: ids.subarray(at * ID_BYTES), leaves: leaves.subarray(at * HASH_BYTES) },
  ];
}

async function writeAndRead(tx: Tx, period: Period, pages: readonly LeafPage[]): Promise<Slips | null> {
  for (let from = 0; from < pages.length; from += BATCH_PAGES) {
    await insertPages(tx, period, pages.slice(from, from + BATCH_PAGES));
  }
  const { rows } = await sql<Slips>`fetch next from slips_to_seal`.execute(tx.q);
  const [slips] = rows;
  if (slips && slips.ids.length / ID_BYTES !== slips.leaves.length / HASH_BYTES) {
    throw new Error(`${period.drawId}: a leaf is not a hash`);
  }
  return slips ?? null;
}

async function insertPages(tx: Tx, period: Period, pages: readonly LeafPage[]): Promise<void> {
  await sql`
    insert into draw.leaf_page (lottery_id, period, page, first_id, root, leaves)
    select ${period.lottery.id}::smallint, ${period.period}::bigint, q.page, q.first_id, q.root, q.leaves
    from unnest(
      ${integerArray(pages.map(({ page }) => page))}::integer[],
      ${uuidArray(pages.map(({ firstId }) => firstId))}::uuid[],
      ${byteaArray(pages.map(({ root }) => Buffer.from(root)))}::bytea[],
      ${byteaArray(pages.map(({ leaves }) => leaves))}::bytea[]
    ) q (page, first_id, root, leaves)
    on conflict do nothing`.execute(tx.q);
}

/** Parts that a period is read in, by the time in its ids. */
const SLICES = 64;
const MS_HEX_DIGITS = 12;
const UUID_HEX_DIGITS = 32;

/** Each row of it is a slice of the period's slips, in order of id, which is that of the bytes. */
async function openCursor(tx: Tx, period: Period): Promise<void> {
  // One pass over the rows as they lie, whatever the statistics of a day that has only just begun say; sorted in
  // memory; and by one process, for the cores are taking bets as well.
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('work_mem', '128MB', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx.q);
  await sql`
    declare slips_to_seal no scroll cursor for
      select string_agg(uuid_send(id), '' order by id) as ids, string_agg(leaf, '' order by id) as leaves
      from lottery.slip
      where lottery_id = ${sql.lit(period.lottery.id)} and period = ${sql.lit(period.period)}
        and day = ${sql.lit(dayOf(period))}::date
      group by width_bucket(id, ${sql.lit(`{${sliceStarts(period)}}`)}::uuid[])
      order by width_bucket(id, ${sql.lit(`{${sliceStarts(period)}}`)}::uuid[])`.execute(tx.q);
}

/**
 * The lowest id of each slice but the first. The time in ids is that of the server that took the slip: should it be
 * wrong, slices are of unequal size, no more.
 */
function sliceStarts({ locks, lottery }: Period): string[] {
  const sliceMs = (lottery.periodSeconds * 1_000) / SLICES;
  return Array.from({ length: SLICES - 1 }, (_, index) =>
    Math.floor(locks * 1_000 - (SLICES - 1 - index) * sliceMs)
      .toString(16)
      .padStart(MS_HEX_DIGITS, '0')
      .padEnd(UUID_HEX_DIGITS, '0'),
  );
}
