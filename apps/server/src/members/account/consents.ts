import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';

/** What a member accepts, each by a box of its own. */
export const CONSENTS = ['terms', 'rules', 'privacy'] as const;
export type ConsentKind = (typeof CONSENTS)[number];

/**
 * A consent that a member gave, once per version; immutable. `agreement`: one box for all three, as members who joined
 * earlier have it.
 */
export interface Consent {
  kind: ConsentKind | 'agreement';
  version: number;
  atMs: number;
}

type Giver = Pick<Identity, 'bucket' | 'memberId'>;

/** True if each part was accepted. */
export function areAllAccepted(accepted: readonly ConsentKind[]): boolean {
  return CONSENTS.every((kind) => accepted.includes(kind));
}

/** Stores the consents to a version of terms, rules and privacy. Idempotent. */
export async function noteConsents(tx: Tx, { bucket, memberId }: Giver, version: number): Promise<void> {
  const at = await clockNow(tx.q);
  await tx.q
    .insertInto('members.consent')
    .values(CONSENTS.map((kind) => ({ bucket, member_id: memberId, kind, version, at })))
    .onConflict((on) => on.doNothing())
    .execute();
}

const KEPT_MAX = 200;

/** Lists a member's consents, newest first, 200 at most. */
export async function listConsents(db: Db, { bucket, memberId }: Giver): Promise<Consent[]> {
  const rows = await db
    .selectFrom('members.consent')
    .select(['kind', 'version', 'at'])
    .$narrowType<{ kind: Consent['kind'] }>()
    .where(ofMember({ bucket, memberId }))
    .orderBy('at', 'desc')
    .orderBy('version', 'desc')
    .orderBy('kind')
    .limit(KEPT_MAX)
    .execute();
  return rows.map(({ kind, version, at }) => ({ kind, version, atMs: at.getTime() }));
}
