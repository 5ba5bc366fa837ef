import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { endBookings } from './end-bookings.ts';

/** NOTIFY channel; the payload is the id of a host whose public profile changed or disappeared. */
export const HOST_CHANGED = 'host';

/**
 * Notifies clients after the commit; those that show the host fetch again. Declines the host's open booking requests if
 * the change hid the host. Requires the host's lock.
 */
export async function notifyHostChanged(tx: Tx, hostId: string): Promise<void> {
  await endBookings(tx, hostId);
  await sql`select pg_notify(${HOST_CHANGED}, ${hostId})`.execute(tx.q);
}

export interface LockedHost {
  cityId: string;
  services: string[];
  languages: string[];
  draftVersion: number;
  barredAt: Date | null;
}

/** Locks a host, so that concurrent changes run one after the other. Throws `not-found`, also for a removed host. */
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
