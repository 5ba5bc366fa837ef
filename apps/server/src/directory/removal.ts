import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { lockHost, tellChanged } from './changed.ts';
import { endConsents } from './consents.ts';
import { removeAllPictures } from './pictures.ts';

/** Shown to nobody until somebody of the house says otherwise. Throws `not-found`, `too-late` where it is so. */
export async function barHost(tx: Tx, hostId: string): Promise<void> {
  if ((await lockHost(tx, hostId)).barredAt !== null) throw new Refusal('too-late');
  await setBarred(tx, hostId, await clockNow(tx.q));
}

/** Ends that. What else a host is shown by is needed as ever. Throws `not-found`, `too-late`. */
export async function unbarHost(tx: Tx, hostId: string): Promise<void> {
  if ((await lockHost(tx, hostId)).barredAt === null) throw new Refusal('too-late');
  await setBarred(tx, hostId, null);
}

/** Under the host's lock. */
export async function setBarred(tx: Tx, hostId: string, barred_at: Date | null): Promise<void> {
  await tx.q.updateTable('directory.host').set({ barred_at }).where('id', '=', hostId).execute();
  await tellChanged(tx, hostId);
}

/**
 * For good: words and pictures are deleted, every yes and the link end. What remains is that somebody was here, what
 * the house had seen, and when the host said yes and no. Throws `not-found`.
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
