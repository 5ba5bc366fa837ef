import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { notifyMember } from '../members/messages/messages.ts';

/** Delay that gives members time to notice a payee change or a reset that they did not request. */
const NOTICE_MS = DAY_MS;

export interface Protected {
  /** Ended sessions. */
  members: number;
  staff: number;
  /** Payee changes and finance-password resets that were postponed by a day. */
  payees: number;
  resets: number;
}

/**
 * Protects members after a restore. The lost data may include a member's defense against a thief: an ended session, or
 * a stopped payee change or reset. So all sessions end. Changes that would take effect after `since` take effect a day
 * from now, and their members are notified again. `since` is the moment that the backup goes back to.
 */
export async function protectMembers(tx: Tx, { since, now }: { since: Date; now: Date }): Promise<Protected> {
  const live = sql`ended_at is null and expires_at > ${now}::timestamptz`;
  const members = await sql`
    update members.session set ended_at = ${now}::timestamptz where ${live}`.execute(tx.q);
  const staff = await sql`
    update staff.session set ended_at = ${now}::timestamptz where ${live}`.execute(tx.q);
  const times = { since, until: new Date(now.getTime() + NOTICE_MS) };
  return {
    members: Number(members.numAffectedRows),
    staff: Number(staff.numAffectedRows),
    payees: await putOffPayees(tx, times),
    resets: await putOffResets(tx, times),
  };
}

interface Times {
  since: Date;
  until: Date;
}

/** Postpones payee changes. The previous payee stays in force as long. */
async function putOffPayees(tx: Tx, { since, until }: Times): Promise<number> {
  const { rows } = await sql<{ bucket: number; memberId: string; id: string; beforeId: string; masked: string }>`
    select n.bucket, n.member_id as "memberId", n.id, b.id as "beforeId", n.masked from payments.payee n
    join payments.payee b on b.bucket = n.bucket and b.member_id = n.member_id and b.ended_at = n.active_at
    where n.active_at > ${since}::timestamptz and n.ended_at is null`.execute(tx.q);
  for (const { id, beforeId, masked, ...account } of rows) {
    const own = ofMember(account);
    await sql`update payments.payee set active_at = ${until} where ${own} and id = ${id}::uuid`.execute(tx.q);
    await sql`update payments.payee set ended_at = ${until} where ${own} and id = ${beforeId}::uuid`.execute(tx.q);
    await notifyMember(tx, account, { kind: 'payee-replacing', params: { masked, activeAtMs: until.getTime() } });
  }
  return rows.length;
}

async function putOffResets(tx: Tx, { since, until }: Times): Promise<number> {
  const { rows } = await sql<{ bucket: number; memberId: string }>`
    update members.finance_reset set effective_at = ${until}::timestamptz
    where effective_at > ${since}::timestamptz and cancelled_at is null and used_at is null
    returning bucket, member_id as "memberId"`.execute(tx.q);
  for (const account of rows) {
    await notifyMember(tx, account, { kind: 'finance-password-reset', params: { effectiveAtMs: until.getTime() } });
  }
  return rows.length;
}
