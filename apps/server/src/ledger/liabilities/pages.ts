import { hash } from 'node:crypto';
import {
  buildSumTree,
  type HashText,
  SUM_NODE_BYTES,
  type SumNode,
  type SumTree,
  sumTreePath,
  topOfSumNodes,
} from '@tercet/fair';
import { sql } from 'kysely';
import { byteaArray, integerArray } from '../../db/binary-array.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';

/** SHA-256 of Node.js. */
export const nativeHash: HashText = (bytes) => hash('sha256', bytes, 'binary');

export const PAGE_LEAVES = 256;
/** Number of the page with the nodes above the leaf pages. */
const TOPS = -1;
const PAGE_BYTES = PAGE_LEAVES * SUM_NODE_BYTES;
const PAGES_A_STATEMENT = 256;
const PAGES_A_TURN = 16;

/** Root and total of a tree, and the nodes above its pages. */
export interface Tops {
  root: string;
  total: bigint;
  leaves: number;
  tops: Uint8Array;
}

/**
 * Builds the tree over packed leaves, whose number must be a power of two. Yields to the event loop regularly. Throws
 * a RangeError if a sum exceeds 2^63 − 1.
 */
export async function raisePages(leaves: Uint8Array): Promise<Tops> {
  const pages = pagesOf(leaves);
  const tops = new Uint8Array(pages.length * SUM_NODE_BYTES);
  const level = new Uint8Array(PAGE_BYTES);
  for (const [index, page] of pages.entries()) {
    level.set(page);
    tops.set(topOfSumNodes(level.subarray(0, page.length), nativeHash), index * SUM_NODE_BYTES);
    if (index % PAGES_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const { root, total } = buildSumTree(tops, nativeHash);
  return { root, total, leaves: leaves.length / SUM_NODE_BYTES, tops };
}

function pagesOf(leaves: Uint8Array): Uint8Array[] {
  const count = Math.max(1, leaves.length / PAGE_BYTES);
  return Array.from({ length: count }, (_, n) => leaves.subarray(n * PAGE_BYTES, (n + 1) * PAGE_BYTES));
}

export async function insertPages(tx: Tx, date: string, leaves: Uint8Array, tops: Uint8Array): Promise<void> {
  const pages = pagesOf(leaves);
  for (let from = 0; from < pages.length; from += PAGES_A_STATEMENT) {
    await insertSome(tx, date, from, pages.slice(from, from + PAGES_A_STATEMENT));
  }
  await insertSome(tx, date, TOPS, [tops]);
}

async function insertSome(tx: Tx, date: string, from: number, pages: readonly Uint8Array[]): Promise<void> {
  const numbers = integerArray(pages.map((_, n) => from + n));
  const nodes = byteaArray(pages.map((page) => Buffer.from(page.buffer, page.byteOffset, page.byteLength)));
  await sql`insert into ledger.owed_page (date, page, nodes)
    select ${date}::date, q.page, q.nodes from unnest(${numbers}::integer[], ${nodes}::bytea[]) q (page, nodes)`.execute(
    tx.q,
  );
}

/** Audit paths of some leaves in a date's tree. Null if its pages were deleted. */
export async function readPaths(
  q: Db | Tx['q'],
  { date, root }: { date: string; root: string },
  indexes: readonly number[],
): Promise<SumNode[][] | null> {
  const above = await readAbove(q, date, root);
  const wanted = indexes.map((index) => Math.floor(index / PAGE_LEAVES));
  const { rows } = await sql<{ page: number; nodes: Buffer }>`
    select page, nodes from ledger.owed_page
    where date = ${date}::date and page = any (${[...new Set(wanted)]}::integer[])`.execute(q);
  const pages = new Map(rows.map(({ page, nodes }) => [page, buildSumTree(nodes, nativeHash)]));
  const paths = indexes.map((index, n) => {
    const page = pages.get(wanted[n] ?? TOPS);
    if (!above || !page) return null;
    return [...sumTreePath(page, index % PAGE_LEAVES), ...sumTreePath(above, wanted[n] ?? 0)];
  });
  return paths.every((path) => path !== null) ? paths : null;
}

/** Cache of the upper tree used last. It is the same for all members. */
let stored: SumTree | null = null;

async function readAbove(q: Db | Tx['q'], date: string, root: string): Promise<SumTree | null> {
  if (stored?.root === root) return stored;
  const { rows } = await sql<{ nodes: Buffer }>`
    select nodes from ledger.owed_page where date = ${date}::date and page = ${TOPS}`.execute(q);
  if (!rows[0]) return null;
  stored = buildSumTree(rows[0].nodes, nativeHash);
  return stored;
}
