import { type RawBuilder, sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';

export type ExclusionKind = 'time-out' | 'self-exclusion';

export interface Exclusion {
  kind: ExclusionKind;
  from: Date;
  /**
   * A time-out ends then. A self-exclusion goes on, and from then its end may be requested. Null: it never ends.
   */
  until: Date | null;
}

const UNTIL = sql<Date | null>`e.from_at + e.hours * interval '1 hour'`;

/**
 * Condition that the exclusion `e` is in force. A self-exclusion is, until its end was requested after its hours had
 * passed, and was confirmed. `slip_facts` of schema/lottery.sql has the same condition.
 */
export const IN_FORCE: RawBuilder<boolean> = sql`case e.kind when 'time-out' then ${UNTIL} > clock.now()
  else not exists (select from members.exclusion_end x
    where x.bucket = e.bucket and x.member_id = e.member_id and x.asked_at >= ${UNTIL}) end`;

/** The member's current exclusion, the strictest if there are several; null for none. */
export async function exclusionOf(q: Db | Tx['q'], account: Account): Promise<Exclusion | null> {
  const { rows } = await sql<Exclusion>`
    select e.kind, e.from_at as "from", ${UNTIL} as "until" from members.exclusion e
    where ${ofMember(account, 'e')} and ${IN_FORCE}
    order by (e.kind = 'self-exclusion') desc, coalesce(${UNTIL}, 'infinity') desc limit 1`.execute(q);
  return rows[0] ?? null;
}

/** Throws `excluded` with its end, or `self-excluded`. */
export async function refuseExcluded(q: Db | Tx['q'], account: Account): Promise<void> {
  const exclusion = await exclusionOf(q, account);
  if (exclusion?.kind === 'self-exclusion') throw new Refusal('self-excluded');
  if (exclusion) throw new Refusal('excluded', { untilMs: endOf(exclusion) });
}

/** True if `exclusion` is at least as strict as `other`. */
export function covers(exclusion: Exclusion, other: Pick<Exclusion, 'kind' | 'until'>): boolean {
  if (exclusion.kind === 'time-out' && other.kind === 'self-exclusion') return false;
  return endOf(exclusion) >= endOf(other);
}

/** Unix milliseconds; Infinity for an exclusion without end. */
function endOf({ until }: Pick<Exclusion, 'until'>): number {
  return until?.getTime() ?? Number.POSITIVE_INFINITY;
}
