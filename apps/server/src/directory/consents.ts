import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { lockHost, tellChanged } from './changed.ts';

const DAY_MS = 86_400_000;
/** Then the host is asked again. */
const CONSENT_DAYS = 365;

/** The host says yes to what is shown now, for a year. Throws `not-found`. */
export async function giveConsent(tx: Tx, hostId: string): Promise<void> {
  await lockHost(tx, hostId);
  const at = await clockNow(tx.q);
  const until_at = new Date(at.getTime() + CONSENT_DAYS * DAY_MS);
  await tx.q.insertInto('directory.consent').values({ id: newId(), host_id: hostId, at, until_at }).execute();
  await tellChanged(tx, hostId);
}

/** Every yes that was ever given ends: once this is committed, nobody is shown the host. Throws `not-found`. */
export async function withdrawConsent(tx: Tx, hostId: string): Promise<void> {
  await lockHost(tx, hostId);
  await endConsents(tx, hostId);
}

/** Under the host's lock: a yes was to what the host had seen, and the house shows something else now. */
export async function endConsents(tx: Tx, hostId: string): Promise<void> {
  await tx.q
    .updateTable('directory.consent')
    .set({ withdrawn_at: await clockNow(tx.q) })
    .where('host_id', '=', hostId)
    .where('withdrawn_at', 'is', null)
    .execute();
  await tellChanged(tx, hostId);
}
