import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import type { ComplaintState } from './records.ts';

/** A member's latest complaint about a slip; null if there is none. */
export async function complaintOfSlip(
  q: Db | Tx['q'],
  account: Pick<Identity, 'bucket' | 'memberId'>,
  slipId: string,
): Promise<{ id: string; state: ComplaintState; askedAtMs: number } | null> {
  const { rows } = await sql<{ id: string; asked: Date; answered: Date | null }>`
    select c.id, c.asked_at as asked, c.answered_at as answered from complaints.complaint c
    where ${ofMember(account, 'c')} and c.slip_id = ${slipId}::uuid order by c.asked_at desc limit 1`.execute(q);
  const [row] = rows;
  if (row === undefined) return null;
  return { id: row.id, state: row.answered === null ? 'open' : 'answered', askedAtMs: row.asked.getTime() };
}
