import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Identity } from '../identity.ts';

/** Whether a bet of the member was ever accepted. */
export async function hasBet(db: Db, member: Pick<Identity, 'bucket' | 'memberId'>): Promise<boolean> {
  const { rows } = await sql<{ has_bet: boolean }>`
    select exists (select from lottery.slip_key k where ${ofMember(member, 'k')}) as has_bet`.execute(db);
  return rows[0]?.has_bet === true;
}
