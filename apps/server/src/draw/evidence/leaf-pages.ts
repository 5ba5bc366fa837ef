import { hash } from 'node:crypto';
import { merkleRootPacked } from '@tercet/fair';
import { sql } from 'kysely';
import { byteaArray, integerArray, uuidArray } from '../../db/binary-array.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { dayOf } from '../lock-day.ts';
import type { Period } from '../periods.ts';

/**
 * Leaves per page. A power of two, so that each page root is a node of the whole tree. A table constraint repeats this
 * number.
 */
export const PAGE_LEAVES = 1_024;
export const HASH_BYTES = 32;
const ID_BYTES = 16;
/** Pages hashed before yielding to the event loop: about five milliseconds. */
const TURN_PAGES = 8;
/** Pages written by one statement: 2 MB. */
const BATCH_PAGES = 64;

/** Consecutive leaves of a period, in tree order. */
interface LeafPage {
  page: number;
  /** Id of the first leaf's slip, 32 hex digits. */
  firstId: string;
  root: Uint8Array;
  /** Leaves of 32 bytes each, concatenated. All pages but the last hold `PAGE_LEAVES` of them. */
  leaves: Buffer;
}

/** Slips in order of id: concatenated ids and concatenated leaves. */
interface Slips {
  ids: Buffer;
  leaves: Buffer;
}

const NO_SLIPS: Slips = { ids: Buffer.alloc(0), leaves: Buffer.alloc(0) };

/**
 * Stores the leaves of a period whose gates are closed. Returns the RFC 6962 root over them and their count. Existing
 * pages were written by another process and are identical. The database writes and reads while this thread hashes the
 * next pages. Neither side buffers more than a few pages.
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

/** Hashes pages, and yields to the event loop every few pages. */
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

/** Splits slips into whole pages and a remainder. */
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

/** Number of slices in which a period is read, by the time in the ids. */
const SLICES = 64;
const MS_HEX_DIGITS = 12;
const UUID_HEX_DIGITS = 32;

/** Opens a cursor. Each of its rows is a slice of the period's slips, in order of id (byte order). */
async function openCursor(tx: Tx, period: Period): Promise<void> {
  // Forces a sequential scan, whatever the statistics of a new day say. Sorts in memory. Runs without parallel
  // workers, because the cores also serve bets.
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
 * The lowest id of each slice except the first. The time in an id comes from the server that accepted the slip. A
 * wrong clock only makes the slices unequal in size.
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
