import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { IS_SHOWN } from './titles.ts';

/** What a member has chosen for himself. */
export interface VideoChoice {
  /** Whether it is kept where he stopped. */
  history: boolean;
  /** Whether films are open to him at all; nobody else switches it. */
  access: boolean;
}

export async function readVideoChoice(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<VideoChoice> {
  const row = await q
    .selectFrom('video.choice')
    .select(['history', 'access'])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row ?? { history: true, access: true };
}

/** With the history off, what was kept goes too. Returns what holds then. */
export async function setVideoChoice(tx: Tx, account: Account, change: Partial<VideoChoice>): Promise<VideoChoice> {
  const values = { ...change, at: await clockNow(tx.q) };
  // What is not named stays as it is, also where it is being changed at the same time.
  const next = await tx.q
    .insertInto('video.choice')
    .values({ bucket: account.bucket, member_id: account.memberId, ...values })
    .onConflict((on) => on.columns(['bucket', 'member_id']).doUpdateSet(values))
    .returning(['history', 'access'])
    .executeTakeFirstOrThrow();
  if (!next.history) await forgetProgress(tx, account);
  return next;
}

/** Keeps where he stopped, unless he keeps no history. */
export async function noteProgress(tx: Tx, account: Account, titleId: string, positionMs: number): Promise<void> {
  const { bucket, memberId } = account;
  const at = await clockNow(tx.q);
  // A row to hold on to: whoever switches the history off waits, and then finds what was kept meanwhile.
  await tx.q
    .insertInto('video.choice')
    .values({ bucket, member_id: memberId, at })
    .onConflict((on) => on.doNothing())
    .execute();
  const { history } = await tx.q
    .selectFrom('video.choice')
    .select('history')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
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

/** Of one title, or all of it. */
export async function forgetProgress(tx: Tx, { bucket, memberId }: Account, titleId?: string): Promise<void> {
  await tx.q
    .deleteFrom('video.progress')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .$if(titleId !== undefined, (q) => q.where('title_id', '=', titleId ?? ''))
    .execute();
}

/** Where he stopped in a title (ms); null: nowhere. */
export async function readProgress(q: Db | Tx['q'], account: Account, titleId: string): Promise<number | null> {
  const row = await q
    .selectFrom('video.progress')
    .select('position_ms')
    .where('bucket', '=', account.bucket)
    .where('member_id', '=', account.memberId)
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

/** What he watched of what is still shown, the latest first. `before`: a title that was listed (exclusive). */
export async function listWatched(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  { before, limit }: { before?: string; limit: number },
): Promise<WatchedPage> {
  // His own rows first: titles may lie on another machine.
  const own = sql`
    own as materialized (
      select title_id, position_ms, at from video.progress
      where bucket = ${bucket}::smallint and member_id = ${memberId}::uuid)`;
  const shown = sql`own w join video.title t on t.id = w.title_id where ${IS_SHOWN}`;
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
