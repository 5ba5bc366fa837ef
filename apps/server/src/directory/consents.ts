import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { lockHost, notifyHostChanged } from './host-changes.ts';

/** Lifetime of a consent; the host is then asked again. */
const CONSENT_DAYS = 365;

/**
 * Records the host's consent to the current profile, for a year. Returns false if a valid consent from the last day
 * exists, which stays unchanged. Throws `not-found`.
 */
export async function giveConsent(tx: Tx, hostId: string): Promise<boolean> {
  await lockHost(tx, hostId);
  const at = await clockNow(tx.q);
  const valid = await tx.q
    .selectFrom('directory.consent')
    .select('id')
    .where('host_id', '=', hostId)
    .where('withdrawn_at', 'is', null)
    .where('at', '<=', at)
    .where('at', '>', new Date(at.getTime() - DAY_MS))
    .where('until_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  if (valid) return false;
  const until_at = new Date(at.getTime() + CONSENT_DAYS * DAY_MS);
  await tx.q.insertInto('directory.consent').values({ id: newId(), host_id: hostId, at, until_at }).execute();
  await notifyHostChanged(tx, hostId);
  return true;
}

/**
 * Ends all consents of a host, who is no longer shown once this commits. Returns whether there was one. Throws
 * `not-found`.
 */
export async function withdrawConsent(tx: Tx, hostId: string): Promise<boolean> {
  await lockHost(tx, hostId);
  const hasEnded = await endAll(tx, hostId);
  if (hasEnded) await notifyHostChanged(tx, hostId);
  return hasEnded;
}

/**
 * Ends all consents after a change by the house, since the host consented to something else. Requires the host's lock.
 */
export async function endConsents(tx: Tx, hostId: string): Promise<void> {
  await endAll(tx, hostId);
  await notifyHostChanged(tx, hostId);
}

async function endAll(tx: Tx, hostId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('directory.consent')
    .set({ withdrawn_at: await clockNow(tx.q) })
    .where('host_id', '=', hostId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
