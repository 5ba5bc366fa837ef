import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Identity } from '../identity.ts';

/** How many settled draws a member had a bet on, void ones included: each could have been checked on his phone. */
export async function countSettledDraws(
  db: Db,
  { bucket, memberId }: Pick<Identity, 'bucket' | 'memberId'>,
): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(distinct (s.lottery_id, s.period)) as n from lottery.slip s
    where s.bucket = ${bucket}::smallint and s.member_id = ${memberId}::uuid and exists (
      select from draw.paid p where p.lottery_id = s.lottery_id and p.period = s.period and p.bucket = -1
    )`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
