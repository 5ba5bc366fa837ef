import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { IS_SHOWN } from './titles.ts';

/** Adds a title to the member's watch-later list. A title that is on it keeps its place. */
export async function addLater(tx: Tx, { bucket, memberId }: Account, titleId: string): Promise<void> {
  await tx.q
    .insertInto('video.later')
    .values({ bucket, member_id: memberId, title_id: titleId, at: await clockNow(tx.q) })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function removeLater(tx: Tx, { bucket, memberId }: Account, titleId: string): Promise<void> {
  await tx.q.deleteFrom('video.later').where(ofMember({ bucket, memberId })).where('title_id', '=', titleId).execute();
}

/** True if the title is on the member's watch-later list. */
export async function isLater(q: Db | Tx['q'], account: Account, titleId: string): Promise<boolean> {
  const row = await q
    .selectFrom('video.later')
    .select('at')
    .where(ofMember(account))
    .where('title_id', '=', titleId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface LaterPage {
  items: { titleId: string; atMs: number }[];
  nextCursor: string | null;
  total: number;
}

/** Titles to watch later that are still visible, latest first. `before`: last title of the previous page. */
export async function listLater(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  { before, limit }: { before?: string; limit: number },
): Promise<LaterPage> {
  // Read the member's rows first: titles may be on another machine.
  const own = sql`
    own as materialized (select title_id, at from video.later where ${ofMember({ bucket, memberId })})`;
  const shown = sql`own w join video.title t on t.id = w.title_id where ${IS_SHOWN}`;
  const older =
    before === undefined
      ? sql``
      : sql`and (w.at, w.title_id) < (select b.at, b.title_id from own b where b.title_id = ${before}::uuid)`;
  const { rows } = await sql<{ title_id: string; at: Date }>`
    with ${own} select w.title_id, w.at from ${shown} ${older}
    order by w.at desc, w.title_id desc limit ${limit + 1}`.execute(q);
  const counted = await sql<{ total: bigint }>`with ${own} select count(*) as total from ${shown}`.execute(q);
  const items = rows.slice(0, limit).map(({ title_id: titleId, at }) => ({ titleId, atMs: at.getTime() }));
  return {
    items,
    nextCursor: rows.length > limit ? (items.at(-1)?.titleId ?? null) : null,
    total: Number(counted.rows[0]?.total ?? 0),
  };
}
