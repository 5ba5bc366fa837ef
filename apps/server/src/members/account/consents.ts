import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';

/** What a member said yes to. Each version once; nothing of it is ever changed. */
export interface Consent {
  kind: 'agreement';
  version: number;
  atMs: number;
}

type Giver = Pick<Identity, 'bucket' | 'memberId'>;

/** Writes down a yes; the same one again changes nothing. */
export async function noteConsent(
  tx: Tx,
  { bucket, memberId }: Giver,
  { kind, version }: Pick<Consent, 'kind' | 'version'>,
): Promise<void> {
  await tx.q
    .insertInto('members.consent')
    .values({ bucket, member_id: memberId, kind, version, at: await clockNow(tx.q) })
    .onConflict((on) => on.doNothing())
    .execute();
}

const KEPT_MAX = 200;

/** Newest first. */
export async function listConsents(db: Db, { bucket, memberId }: Giver): Promise<Consent[]> {
  const rows = await db
    .selectFrom('members.consent')
    .select(['kind', 'version', 'at'])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .orderBy('at', 'desc')
    .orderBy('version', 'desc')
    .limit(KEPT_MAX)
    .execute();
  return rows.map(({ version, at }) => ({ kind: 'agreement', version, atMs: at.getTime() }));
}
