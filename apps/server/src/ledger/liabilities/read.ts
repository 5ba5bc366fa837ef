import { type OwedSplit, SUM_MAX } from '@tercet/fair';
import { sql } from 'kysely';
import { pageOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../lock.ts';
import { readPaths } from './pages.ts';
import { readSplits } from './splits.ts';

/** Liabilities at a snapshot, as published in the book at `entrySeq`. */
export interface LiabilitiesRecord {
  date: string;
  epoch: number;
  root: string;
  totalMinor: bigint;
  leaves: number;
  members: number;
  entrySeq: bigint;
  closedAtMs: number;
  publishedAtMs: number;
}

interface Row {
  date: string;
  epoch: number;
  root: Buffer;
  total: bigint;
  leaves: number;
  members: number;
  entry_seq: bigint;
  closed_at: Date;
  at: Date;
}

const RECORDS = sql`
  select l.date, c.epoch, l.root, l.total, l.leaves, l.members, l.entry_seq, c.closed_at, l.at
  from ledger.liabilities l join ledger.snapshot c on c.date = l.date`;

/** Liabilities of a date, or the newest without a date. Null if there are none. */
export async function readLiabilities(q: Db | Tx['q'], date?: string): Promise<LiabilitiesRecord | null> {
  const { rows } = await sql<Row>`
    ${RECORDS} where ${date ?? null}::date is null or l.date = ${date ?? null}::date
    order by l.date desc limit 1`.execute(q);
  return rows[0] ? recordOf(rows[0]) : null;
}

export interface LiabilitiesPage {
  items: LiabilitiesRecord[];
  nextCursor: string | null;
  total: number;
}

/** Newest first. `before` is a date (exclusive). */
export async function listLiabilities(db: Db, query: { before?: string; limit: number }): Promise<LiabilitiesPage> {
  const { rows } = await sql<Row>`
    ${RECORDS} where ${query.before ?? null}::date is null or l.date < ${query.before ?? null}::date
    order by l.date desc limit ${query.limit + 1}`.execute(db);
  const { rows: counts } = await sql<{ n: bigint }>`select count(*) as n from ledger.liabilities`.execute(db);
  const { page, nextCursor } = pageOf(rows, query.limit, (last) => last.date);
  const items = page.map(recordOf);
  return {
    items,
    nextCursor,
    total: Number(counts[0]?.n ?? 0),
  };
}

/**
 * A member's owed amounts at a date's snapshot and their four audit paths. Null if the member had no transfer by then,
 * or if the paths were deleted.
 */
export async function readOwed(
  db: Db,
  { bucket, memberId }: Account,
  liabilities: LiabilitiesRecord,
): Promise<{ owedMinor: bigint; splits: OwedSplit[] } | null> {
  const { rows } = await sql<{ owed: bigint; splits: Buffer }>`
    select owed, splits from ledger.owed where date = ${liabilities.date}::date
      and ${ofMember({ bucket, memberId })}`.execute(db);
  if (!rows[0]) return null;
  const stored = readSplits(rows[0].splits);
  const paths = await readPaths(
    db,
    liabilities,
    stored.map(({ index }) => index),
  );
  if (paths === null) return null;
  const splits = stored.map(({ nonce, amount, index }, split) => {
    if (amount > SUM_MAX) throw new Error('a stored amount exceeds its maximum');
    return { split, nonce: nonce.toString('hex'), amountMinor: String(amount), index, path: paths[split] ?? [] };
  });
  return { owedMinor: rows[0].owed, splits };
}

function recordOf(row: Row): LiabilitiesRecord {
  return {
    date: row.date,
    epoch: row.epoch,
    root: row.root.toString('hex'),
    totalMinor: row.total,
    leaves: row.leaves,
    members: row.members,
    entrySeq: row.entry_seq,
    closedAtMs: row.closed_at.getTime(),
    publishedAtMs: row.at.getTime(),
  };
}
