import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** NOTIFY channel; the payload is the id of a host of whom something else is shown now, or nothing any more. */
export const HOST_CHANGED = 'host';

/** Whoever looks at the host looks again, once the transaction is committed. */
export async function tellChanged(tx: Tx, hostId: string): Promise<void> {
  await sql`select pg_notify(${HOST_CHANGED}, ${hostId})`.execute(tx.q);
}

export interface LockedHost {
  cityId: string;
  services: string[];
  languages: string[];
  draftVersion: number;
  barredAt: Date | null;
}

/** Of two who change a host at once, one comes after the other. Throws `not-found`, also for one who was removed. */
export async function lockHost(tx: Tx, hostId: string): Promise<LockedHost> {
  const row = await tx.q
    .selectFrom('directory.host')
    .select(['city_id', 'services', 'languages', 'draft_version', 'barred_at'])
    .where('id', '=', hostId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return {
    cityId: row.city_id,
    services: row.services,
    languages: row.languages,
    draftVersion: row.draft_version,
    barredAt: row.barred_at,
  };
}
