import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { Refusal } from '../refusal.ts';
import { lockHost, notifyHostChanged } from './host-changes.ts';

/** Maximum validity of a verification in days; it is then repeated. */
const DAYS_MAX = 730;
/** Maximum age in days of a check when it is noted, since memory fades. */
const VERIFIED_DAYS_AGO_MAX = 30;

/** A verification of a host: how it was checked. No copy of a document is stored. */
export type NewVerification = { verifiedAt: Date; until: Date; note: string; by: string } & (
  | { kind: 'identity' }
  | { kind: 'age'; years: number }
);

export interface Verification {
  id: string;
  kind: 'identity' | 'age';
  verifiedAtMs: number;
  untilMs: number;
  note: string;
  years: number | null;
  notedBy: string;
  confirmedBy: string | null;
  confirmedAtMs: number | null;
  revokedAtMs: number | null;
}

/**
 * Notes that a staff person verified a host's identity or age; returns its id. It becomes valid once a second person
 * confirms it. Throws `not-found`, `too-young`, `date-bad`.
 */
export async function recordVerification(tx: Tx, hostId: string, verification: NewVerification): Promise<string> {
  const { verifiedAt, until, note, by, kind } = verification;
  await lockHost(tx, hostId);
  const years = verification.kind === 'age' ? verification.years : null;
  if (years !== null && years < 18) throw new Refusal('too-young', {}, { years: 'too-young' });
  const now = await clockNow(tx.q);
  const ageMs = now.getTime() - verifiedAt.getTime();
  if (ageMs < 0 || ageMs > VERIFIED_DAYS_AGO_MAX * DAY_MS)
    throw new Refusal('date-bad', {}, { verifiedAtMs: 'date-bad' });
  if (until <= now || until.getTime() > verifiedAt.getTime() + DAYS_MAX * DAY_MS) {
    throw new Refusal('date-bad', {}, { untilMs: 'date-bad' });
  }
  const id = newId();
  await tx.q
    .insertInto('directory.verification')
    .values({ id, host_id: hostId, kind, verified_at: verifiedAt, until_at: until, note, years, noted_by: by })
    .execute();
  return id;
}

/**
 * Confirms a verification. Throws `not-found`, `second-person-needed` for the person who noted it, `too-late` if it is
 * confirmed or revoked.
 */
export async function confirmVerification(tx: Tx, hostId: string, verificationId: string, by: string): Promise<void> {
  await lockHost(tx, hostId);
  const { notedBy, confirmedBy, revokedAtMs } = await readVerification(tx.q, hostId, verificationId);
  if (notedBy === by) throw new Refusal('second-person-needed');
  if (confirmedBy !== null || revokedAtMs !== null) throw new Refusal('too-late');
  await tx.q
    .updateTable('directory.verification')
    .set({ confirmed_by: by, confirmed_at: await clockNow(tx.q) })
    .where('id', '=', verificationId)
    .execute();
  await notifyHostChanged(tx, hostId);
}

/** Revokes a verification from now on. Throws `not-found`, `too-late`. */
export async function revokeVerification(tx: Tx, hostId: string, verificationId: string): Promise<void> {
  await lockHost(tx, hostId);
  if ((await readVerification(tx.q, hostId, verificationId)).revokedAtMs !== null) throw new Refusal('too-late');
  await tx.q
    .updateTable('directory.verification')
    .set({ revoked_at: await clockNow(tx.q) })
    .where('id', '=', verificationId)
    .execute();
  await notifyHostChanged(tx, hostId);
}

/** Revokes all verifications of one kind. Requires the host's lock. */
export async function revokeKind(tx: Tx, hostId: string, kind: Verification['kind']): Promise<void> {
  await tx.q
    .updateTable('directory.verification')
    .set({ revoked_at: await clockNow(tx.q) })
    .where('host_id', '=', hostId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .execute();
}

/** All verifications of a host, newest first. */
export async function listVerifications(q: Db | Tx['q'], hostId: string): Promise<Verification[]> {
  const rows = await q
    .selectFrom('directory.verification')
    .selectAll()
    .where('host_id', '=', hostId)
    .orderBy('verified_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as Verification['kind'],
    verifiedAtMs: row.verified_at.getTime(),
    untilMs: row.until_at.getTime(),
    note: row.note,
    years: row.years,
    notedBy: row.noted_by,
    confirmedBy: row.confirmed_by,
    confirmedAtMs: row.confirmed_at?.getTime() ?? null,
    revokedAtMs: row.revoked_at?.getTime() ?? null,
  }));
}

async function readVerification(q: Tx['q'], hostId: string, verificationId: string): Promise<Verification> {
  const found = (await listVerifications(q, hostId)).find(({ id }) => id === verificationId);
  if (!found) throw new Refusal('not-found');
  return found;
}
