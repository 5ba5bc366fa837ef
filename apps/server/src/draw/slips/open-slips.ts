import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

/** Whether a member has slips in periods that are not yet settled, refunded or returned. */
export async function hasOpenSlips(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    with own as materialized (
      select distinct k.lottery_id, k.period from lottery.slip_key k
      where ${ofMember({ bucket, memberId }, 'k')}
    )
    select exists (
      select 1 from own k where not exists (
        select from draw.settlement_step p where p.lottery_id = k.lottery_id and p.period = k.period and p.state = 'done')
    ) as open`.execute(q);
  return rows[0]?.open ?? false;
}
