import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { END_MS } from './start-point.ts';
import { IS_SHOWN } from './titles.ts';

/** A member's own settings for films. */
export interface VideoChoice {
  /** Whether watch positions are stored. */
  history: boolean;
  /** Whether films are open to the member; only they can switch it. */
  access: boolean;
}

export async function readVideoChoice(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<VideoChoice> {
  const row = await q
    .selectFrom('video.choice')
    .select(['history', 'access'])
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return row ?? { history: true, access: true };
}

/** Changes the settings; returns them as they are then. Switching the history off deletes the stored positions. */
export async function setVideoChoice(tx: Tx, account: Account, change: Partial<VideoChoice>): Promise<VideoChoice> {
  const values = { ...change, at: await clockNow(tx.q) };
  // Omitted settings stay, even if a concurrent call changes them.
  const next = await tx.q
    .insertInto('video.choice')
    .values({ bucket: account.bucket, member_id: account.memberId, ...values })
    .onConflict((on) => on.columns(['bucket', 'member_id']).doUpdateSet(values))
    .returning(['history', 'access'])
    .executeTakeFirstOrThrow();
  if (!next.history) await forgetProgress(tx, account);
  return next;
}

/** Stores the watch position, unless the history is off. */
export async function noteProgress(tx: Tx, account: Account, titleId: string, positionMs: number): Promise<void> {
  const { bucket, memberId } = account;
  const at = await clockNow(tx.q);
  // Makes a row to lock: a concurrent call that switches the history off waits, then deletes this position too.
  await tx.q
    .insertInto('video.choice')
    .values({ bucket, member_id: memberId, at })
    .onConflict((on) => on.doNothing())
    .execute();
  const { history } = await tx.q
    .selectFrom('video.choice')
    .select('history')
    .where(ofMember({ bucket, memberId }))
    .forShare()
    .executeTakeFirstOrThrow();
  if (!history) return;
  const values = { position_ms: positionMs, at };
  await tx.q
    .insertInto('video.progress')
    .values({ bucket, member_id: memberId, title_id: titleId, ...values })
    .onConflict((on) => on.columns(['bucket', 'member_id', 'title_id']).doUpdateSet(values))
    .execute();
}

/** Deletes the watch position of one title, or all of them. */
export async function forgetProgress(tx: Tx, { bucket, memberId }: Account, titleId?: string): Promise<void> {
  await tx.q
    .deleteFrom('video.progress')
    .where(ofMember({ bucket, memberId }))
    .$if(titleId !== undefined, (q) => q.where('title_id', '=', titleId ?? ''))
    .execute();
}

/** Watch position in a title, in milliseconds; null if there is none. */
export async function readProgress(q: Db | Tx['q'], account: Account, titleId: string): Promise<number | null> {
  const row = await q
    .selectFrom('video.progress')
    .select('position_ms')
    .where(ofMember(account))
    .where('title_id', '=', titleId)
    .executeTakeFirst();
  return row?.position_ms ?? null;
}

export interface Watched {
  titleId: string;
  positionMs: number;
  atMs: number;
}

export interface WatchedPage {
  items: Watched[];
  nextCursor: string | null;
  total: number;
}

/**
 * Watched titles that are still visible, latest first. `before`: the last title of the previous page (exclusive).
 * `unfinished`: only titles that were not watched to their end.
 */
export async function listWatched(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  { before, limit, unfinished = false }: { before?: string; limit: number; unfinished?: boolean },
): Promise<WatchedPage> {
  // Read the member's rows first: titles may be on another machine.
  const own = sql`
    own as materialized (
      select title_id, position_ms, at from video.progress
      where ${ofMember({ bucket, memberId })})`;
  const rest = unfinished
    ? sql`and (select f.duration_ms from video.film f where f.id = t.film_id) - ${END_MS}::integer >= w.position_ms`
    : sql``;
  const shown = sql`own w join video.title t on t.id = w.title_id where ${IS_SHOWN} ${rest}`;
  const older =
    before === undefined
      ? sql``
      : sql`and (w.at, w.title_id) < (select b.at, b.title_id from own b where b.title_id = ${before}::uuid)`;
  const { rows } = await sql<{ title_id: string; position_ms: number; at: Date }>`
    with ${own} select w.title_id, w.position_ms, w.at from ${shown} ${older}
    order by w.at desc, w.title_id desc limit ${limit + 1}`.execute(q);
  const counted = await sql<{ total: bigint }>`with ${own} select count(*) as total from ${shown}`.execute(q);
  const items = rows
    .slice(0, limit)
    .map(({ title_id: titleId, position_ms: positionMs, at }) => ({ titleId, positionMs, atMs: at.getTime() }));
  return {
    items,
    nextCursor: rows.length > limit ? (items.at(-1)?.titleId ?? null) : null,
    total: Number(counted.rows[0]?.total ?? 0),
  };
}
