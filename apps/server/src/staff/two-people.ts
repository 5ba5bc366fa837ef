import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/**
 * Where an act takes two people, they are two people: whom an owner let in, moved or gave another second factor could
 * be the owner herself. In so many days others see the account, and ask.
 */
const DAYS_UNTIL_COUNTED = 7;

/** From when on an account counts as one of two people; null where it does at once. */
export function countsFrom(): RawBuilder<Date | null> {
  return sql<Date | null>`handed_at + ${DAYS_UNTIL_COUNTED} * interval '1 day'`;
}

/** For who wants to be one of two. Throws `too-new`, and `forbidden` for who does not work here any more. */
export async function refuseTooNew(q: Db | Tx['q'], staffId: string): Promise<void> {
  const row = await q
    .selectFrom('staff.account')
    .select(isCounted().as('counts'))
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('forbidden');
  if (!row.counts) throw new Refusal('too-new');
}

/** Those whose word counts now: they work here, in one of the roles, and have been left alone for long enough. */
export async function counted(
  q: Db | Tx['q'],
  staffIds: readonly string[],
  roles: readonly string[],
): Promise<Set<string>> {
  if (staffIds.length === 0) return new Set();
  const rows = await q
    .selectFrom('staff.account')
    .select('id')
    .where('id', 'in', staffIds)
    .where('role', 'in', roles)
    .where('disabled_at', 'is', null)
    .where(isCounted())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function isCounted(): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${countsFrom()} <= clock.now(), true)`;
}
