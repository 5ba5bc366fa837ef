import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** Lifetime of a lease without renewal. A successor waits at most this long. */
export const LEASE_MS = 1_500;

/**
 * Takes or renews a named lease. Returns true while `holder` has it. A lease only saves work. Correctness must not
 * depend on it: two processes may do the same work at once, with the same outcome.
 */
export async function holdLease(db: Db, name: string, holder: string): Promise<boolean> {
  const { rows } = await sql<{ holder: string }>`
    insert into draw.lease as l (name, holder, until_at)
    values (${name}, ${holder}::uuid, clock.now() + ${LEASE_MS}::integer * interval '1 millisecond')
    on conflict (name) do update set holder = excluded.holder, until_at = excluded.until_at
      where l.holder = excluded.holder or l.until_at < clock.now()
    returning holder`.execute(db);
  return rows.length > 0;
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await sql`update draw.lease set until_at = clock.now() - interval '1 second'
    where name = ${name} and holder = ${holder}::uuid`.execute(db);
}
