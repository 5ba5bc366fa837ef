import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** How long a lease holds without being renewed; a taker-over waits at most this long. */
export const LEASE_MS = 1_500;

/**
 * Takes or renews a named lease. True while `holder` has it. A lease saves work; correctness does not rest on it: what
 * is done under one can be done by two processes at once with the same outcome.
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
