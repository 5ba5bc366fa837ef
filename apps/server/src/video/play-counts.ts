import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { HOUR_MS } from '../durations.ts';
import type { Account } from '../ledger/lock.ts';

/** The current hour and the one before, so that a clock set back a little counts no play twice. */
const KEPT_MS = 2 * HOUR_MS;

/** Records that a member watched a title: once per member and hour, however often it is called. */
export async function notePlay(tx: Tx, { bucket, memberId }: Account, titleId: string): Promise<void> {
  const nowMs = (await clockNow(tx.q)).getTime();
  await tx.q
    .insertInto('video.play')
    .values({ bucket, member_id: memberId, title_id: titleId, hour: new Date(nowMs - (nowMs % HOUR_MS)) })
    .onConflict((on) => on.doNothing())
    .execute();
}

/**
 * Adds new plays to each title's count, and marks them counted in the same transaction. Rows with member ids are
 * deleted after two hours; the count stays.
 */
export async function countPlays(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`
      with counted as (
        update video.play p set counted = true where not p.counted returning p.title_id
      ), sums as (select c.title_id, count(*) as n from counted c group by c.title_id)
      insert into video.plays (title_id, plays) select s.title_id, s.n from sums s order by s.title_id
      on conflict (title_id) do update set plays = video.plays.plays + excluded.plays`.execute(tx.q);
    const before = new Date((await clockNow(tx.q)).getTime() - KEPT_MS);
    await tx.q.deleteFrom('video.play').where('counted', '=', true).where('hour', '<', before).execute();
  });
}
