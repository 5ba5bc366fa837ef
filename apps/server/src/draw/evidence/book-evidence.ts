import { type BookEvidence, openTime, peaksFromTiles, type SeenCheckpoint, toHex } from '@tercet/fair';
import { sql } from 'kysely';
import { entriesFrom, type LoggedEntry, listEntries } from '../../book/book.ts';
import { firstShowing, placeIn } from '../../book/inclusion.ts';
import { currentKey, readLogKeys } from '../../book/log-key.ts';
import { checkpointOfSize, newestCheckpoint, type SignedCheckpoint } from '../../book/read-log.ts';
import { tilesOf } from '../../book/tree.ts';
import type { Db } from '../../db/pool.ts';
import { databaseNowMs, type Lottery, tableOf } from '../../lottery/catalogue.ts';
import type { HouseTable } from '../../lottery/tables.ts';
import { type Period, periodOf } from '../periods.ts';
import { type DrawEvidence, readDraw } from './draw-records.ts';

/** Most entries in a window. More mean that nobody signed the book for hours. */
const WINDOW_MAX = 20_000;
const NOTICES_MAX = 100;
/**
 * Checkpoints to examine per query. A larger one may meet the policy seconds before a smaller one, but never by this
 * many.
 */
const RECENT = 200;

/** Rows of a draw and its evidence in the public book. `book` is null until the book is signed. */
export interface ShownDraw {
  evidence: DrawEvidence;
  book: BookEvidence | null;
}

/**
 * Reads a draw and its evidence. Null if no table covers the period. Reads the book before the rows, so that every
 * entry shown has its row.
 */
export async function readShownDraw(db: Db, lottery: Lottery, number: number): Promise<ShownDraw | null> {
  if (tableOf(lottery, number) === null) return null;
  const period = periodOf(lottery, number);
  const shown = await readWindow(db, period);
  const evidence = await readDraw(db, lottery, number);
  if (evidence === null) return null;
  return { evidence, book: shown && { ...shown, after: await afterwards(db, period.table, evidence) } };
}

/**
 * Reads the book's key, the proof of the table, the checkpoints before the lock and in time for the seal, and all
 * entries between them. Null without a key or beyond `WINDOW_MAX` entries.
 */
async function readWindow(db: Db, period: Period): Promise<Omit<BookEvidence, 'after'> | null> {
  const key = currentKey(await readLogKeys(db), await databaseNowMs(db));
  if (key === null) return null;
  const before = await checkpointBy(db, period.table, period.locks * 1_000 - 1);
  const inTime = await checkpointBy(db, period.table, period.sealByMs);
  const from = before?.size ?? 0n;
  const count = Number((inTime?.size ?? from) - from);
  if (count > WINDOW_MAX) return null;
  const changes = (await listEntries(db, { types: ['notice-of-change'], limit: NOTICES_MAX })).items.reverse();
  return {
    logKey: key.vkey,
    notices: changes.map(({ body }) => body),
    noticed: await noticedIn(db, changes),
    table: await shownTable(db, period),
    before: seen(before),
    inTime: seen(inTime),
    peaks: (await peaksFromTiles(Number(from), tilesOf(db))).map(toHex),
    entries: count > 0 ? (await entriesFrom(db, from, count)).map(({ body }) => body) : [],
  };
}

/**
 * The newest checkpoint with inclusion proofs of the notices. The proof is null for a notice that the checkpoint does
 * not cover yet.
 */
async function noticedIn(db: Db, changes: readonly LoggedEntry[]): Promise<BookEvidence['noticed']> {
  const newest = changes.length === 0 ? null : await newestCheckpoint(db);
  if (newest === null) return null;
  const placeOf = ({ seq }: LoggedEntry) => (seq < newest.size ? placeIn(db, seq, newest.size) : null);
  return { note: newest.note, places: await Promise.all(changes.map(placeOf)) };
}

function seen(checkpoint: SignedCheckpoint | null): SeenCheckpoint | null {
  return checkpoint && { note: checkpoint.note, atMs: checkpoint.atMs };
}

/**
 * The largest signed checkpoint that existed at a moment (milliseconds). The time comes from the witnesses if the
 * table has any, otherwise from the house's clock.
 */
async function checkpointBy(db: Db, table: HouseTable, byMs: number): Promise<SignedCheckpoint | null> {
  const { rows } = await sql<{ size: bigint | null }>`select (${sizeBy(table, byMs)}) as size`.execute(db);
  return rows[0]?.size == null ? null : checkpointOfSize(db, rows[0].size);
}

/** Query for the size of the checkpoint that `checkpointBy` returns. */
export function sizeBy(table: HouseTable, byMs: number) {
  const by = new Date(byMs);
  return table.policy
    ? sql<bigint>`
        select q.size from (
          select m.size from book.quorum_met m where m.policy = ${table.policy} and m.at <= ${by}
          order by m.at desc limit ${RECENT}
        ) q order by q.size desc limit 1`
    : sql<bigint>`
        select c.size from book.tree_head c join book.checkpoint s on s.size = c.size where c.at <= ${by}
        order by c.at desc, c.size desc limit 1`;
}

/** The first checkpoint that covers the table, if it existed before the period began. */
async function shownTable(db: Db, period: Period): Promise<BookEvidence['table']> {
  const { rows } = await sql<{ size: bigint | null }>`select (${sizeThatShowed(period)}) as size`.execute(db);
  const checkpoint = rows[0]?.size == null ? null : await checkpointOfSize(db, rows[0].size);
  if (!checkpoint) return null;
  const place = await placeIn(db, period.table.entrySeq, checkpoint.size);
  return { checkpoint: { note: checkpoint.note, atMs: checkpoint.atMs }, place };
}

/** Query for the size of the checkpoint that `shownTable` returns. */
export function sizeThatShowed({ table, period, lottery }: Period) {
  const opens = new Date(openTime(period, lottery.periodSeconds) * 1_000);
  return table.policy
    ? sql<bigint>`
        select m.size from book.quorum_met m where m.policy = ${table.policy} and m.size > ${table.entrySeq} and m.at < ${opens}
        order by m.size limit 1`
    : sql<bigint>`
        select c.size from book.tree_head c join book.checkpoint s on s.size = c.size
        where c.size > ${table.entrySeq} and c.at < ${opens} order by c.size limit 1`;
}

/**
 * The first checkpoint that covers the draw and void entries and met the table's witness policy. Null before there is
 * one.
 */
async function afterwards(
  db: Db,
  { policy }: HouseTable,
  { drawEntry, voidEntry }: Pick<DrawEvidence, 'drawEntry' | 'voidEntry'>,
): Promise<BookEvidence['after']> {
  const [drawSeq, voidSeq] = [drawEntry?.seq ?? null, voidEntry?.seq ?? null];
  const last = drawSeq === null || (voidSeq !== null && voidSeq > drawSeq) ? voidSeq : drawSeq;
  if (last === null) return null;
  const checkpoint = await firstShowing(db, last, policy);
  if (!checkpoint) return null;
  const placed = (seq: bigint | null) => (seq === null ? null : placeIn(db, seq, checkpoint.size));
  return {
    checkpoint: { note: checkpoint.note, atMs: checkpoint.atMs },
    draw: await placed(drawSeq),
    void: await placed(voidSeq),
  };
}
