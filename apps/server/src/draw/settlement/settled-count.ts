import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Identity } from '../../identity.ts';

/**
 * Number of settled draws that a member bet on, voids included: the draws that their phone could have verified. Reads
 * slip keys, which are in one table for all days.
 */
export async function countSettledDraws(
  db: Db,
  { bucket, memberId }: Pick<Identity, 'bucket' | 'memberId'>,
): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    with own as materialized (
      select distinct k.lottery_id, k.period from lottery.slip_key k
      where ${ofMember({ bucket, memberId }, 'k')}
    )
    select count(*) as n from own k where exists (
      select from draw.settlement_step p where p.lottery_id = k.lottery_id and p.period = k.period and p.state = 'done')`.execute(
    db,
  );
  return Number(rows[0]?.n ?? 0);
}
