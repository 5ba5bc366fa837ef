import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type TimesTaken, timesTaken } from '../db/times-taken.ts';
import type { Tx } from '../db/transaction.ts';

/** Time from the start of a conversation to the house's first answer, over conversations opened since a UTC day. */
export function answerTimes(q: Db | Tx['q'], from: string): Promise<TimesTaken> {
  const since = sql`t.opened_at >= ${from}::date::timestamp at time zone 'UTC'`;
  return timesTaken(q, (limit) => firstAnswers(since, limit));
}

/**
 * Query of the newest conversations that fulfil a condition on `t`: column `took`, the time to the house's first
 * answer. Null: no answer yet.
 */
export function firstAnswers(such: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    select (select min(e.at) from desk.entry e
      where e.bucket = o.bucket and e.member_id = o.member_id and e.thread_id = o.id and e.staff_id is not null
    ) - o.opened_at as took
    from (select t.bucket, t.member_id, t.id, t.opened_at from desk.thread t
      where ${such} order by t.opened_at desc limit ${limit}) o`;
}
