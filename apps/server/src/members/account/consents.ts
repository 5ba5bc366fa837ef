import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';

/** A consent that a member gave, once per version; immutable. */
export interface Consent {
  kind: 'agreement';
  version: number;
  atMs: number;
}

type Giver = Pick<Identity, 'bucket' | 'memberId'>;

/** Stores a consent. Idempotent. */
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

/** Lists a member's consents, newest first, 200 at most. */
export async function listConsents(db: Db, { bucket, memberId }: Giver): Promise<Consent[]> {
  const rows = await db
    .selectFrom('members.consent')
    .select(['kind', 'version', 'at'])
    .where(ofMember({ bucket, memberId }))
    .orderBy('at', 'desc')
    .orderBy('version', 'desc')
    .limit(KEPT_MAX)
    .execute();
  return rows.map(({ version, at }) => ({ kind: 'agreement', version, atMs: at.getTime() }));
}
