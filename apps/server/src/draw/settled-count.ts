import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Identity } from '../identity.ts';

/**
 * How many settled draws a member had a bet on, void ones included: each could have been checked on his phone. By the
 * keys of his slips, which lie in one table, whatever days the slips are of.
 */
export async function countSettledDraws(
  db: Db,
  { bucket, memberId }: Pick<Identity, 'bucket' | 'memberId'>,
): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    with own as materialized (
      select distinct k.lottery_id, k.period from lottery.slip_key k
      where k.bucket = ${bucket}::smallint and k.member_id = ${memberId}::uuid
    )
    select count(*) as n from own k where exists (
      select from draw.paid p where p.lottery_id = k.lottery_id and p.period = k.period and p.bucket = -1)`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
