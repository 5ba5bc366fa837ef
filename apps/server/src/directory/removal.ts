import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { endConsents } from './consents.ts';
import { lockHost, notifyHostChanged } from './host-changes.ts';
import { removeAllPictures } from './pictures.ts';

/** Bars a host: they are not shown until staff end it. Throws `not-found`, `too-late` if already barred. */
export async function barHost(tx: Tx, hostId: string): Promise<void> {
  if ((await lockHost(tx, hostId)).barredAt !== null) throw new Refusal('too-late');
  await setBarred(tx, hostId, await clockNow(tx.q));
}

/** Ends a bar. The other requirements still apply. Throws `not-found`, `too-late` if not barred. */
export async function unbarHost(tx: Tx, hostId: string): Promise<void> {
  if ((await lockHost(tx, hostId)).barredAt === null) throw new Refusal('too-late');
  await setBarred(tx, hostId, null);
}

/** Sets or clears the bar. Requires the host's lock. */
export async function setBarred(tx: Tx, hostId: string, barred_at: Date | null): Promise<void> {
  await tx.q.updateTable('directory.host').set({ barred_at }).where('id', '=', hostId).execute();
  await notifyHostChanged(tx, hostId);
}

/**
 * Removes a host for good: deletes texts and pictures, ends all consents and the link. The row, the verifications and
 * the times of consents remain. Throws `not-found`.
 */
export async function removeHost(tx: Tx, hostId: string): Promise<void> {
  await lockHost(tx, hostId);
  const now = await clockNow(tx.q);
  await endConsents(tx, hostId);
  await removeAllPictures(tx, hostId);
  await tx.q
    .updateTable('directory.link')
    .set({ ended_at: now })
    .where('host_id', '=', hostId)
    .where('ended_at', 'is', null)
    .execute();
  await tx.q
    .updateTable('directory.host')
    .set({ removed_at: now, texts: null, draft: null, draft_by: null, draft_refused: null })
    .where('id', '=', hostId)
    .execute();
}
