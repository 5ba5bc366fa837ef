import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { lockMember } from '../members/account/suspensions.ts';
import { Refusal } from '../refusal.ts';
import { type CheckRow, changeCheck, lockCheck, newestCheck, OPEN_STATES } from './check-rows.ts';
import type { IdentityDeps } from './deps.ts';
import { type IdentityProvider, IdentityProviderFailure } from './provider.ts';
import { identityFault, isKnown } from './standing.ts';

const DAY_MS = 86_400_000;
/** So long the provider's page can be used. */
const OPEN_MS = 7 * DAY_MS;
/** A message that has not come by then may be lost: the provider is asked. */
const LOOK_AFTER_MS = 2 * 60_000;
/** Providers are paid by the check. */
const CHECKS_A_DAY_MAX = 5;

export interface StartAsk {
  returnUrl: string;
  locale: string;
}

/**
 * The member's check that is under way, or a new one, with the provider's page. Doing it again gives the same one.
 * Throws `already-set` for a member whose identity is known, `throttled`, `identity-unavailable`.
 */
export async function startCheck(deps: IdentityDeps, account: Account, ask: StartAsk): Promise<CheckRow> {
  const { provider, db } = deps;
  if (provider === null) throw new Refusal('identity-unavailable');
  const check = await transaction(db, (tx) => claimCheck(tx, provider, account));
  if (check.url !== null) return check;
  const page = await openPage(provider, check, ask);
  return transaction(db, async (tx) => {
    // Of two pages for one check the first that was kept is the member's.
    const kept = await lockCheck(tx, check);
    if (kept.url !== null) return kept;
    await changeCheck(tx, kept, { provider_ref: page.providerRef, url: page.url });
    return lockCheck(tx, kept);
  });
}

async function claimCheck(tx: Tx, provider: IdentityProvider, account: Account): Promise<CheckRow> {
  const { bucket, memberId } = account;
  await lockMember(tx, memberId);
  const newest = await newestCheck(tx.q, account);
  if (newest && OPEN_STATES.includes(newest.state) && newest.provider === provider.name) return newest;
  if (await isEnough(tx, account)) throw new Refusal('already-set');
  const now = await clockNow(tx.q);
  if (newest && OPEN_STATES.includes(newest.state)) {
    // Of a provider that the house no longer has.
    await changeCheck(tx, newest, { state: 'expired', ended_at: now });
  }
  await refuseTooMany(tx, account, now);
  const id = newId();
  await tx.q
    .insertInto('members.identity_check')
    .values({
      bucket,
      member_id: memberId,
      id,
      provider: provider.name,
      state: 'started',
      started_at: now,
      expires_at: new Date(now.getTime() + OPEN_MS),
      next_at: new Date(now.getTime() + LOOK_AFTER_MS),
    })
    .execute();
  return lockCheck(tx, { ...account, id });
}

/** Who is known has nothing more to show, unless it is the country of the document that keeps him out. */
async function isEnough(tx: Tx, account: Account): Promise<boolean> {
  return (await isKnown(tx.q, account)) && (await identityFault(tx.q, account)) !== 'country-not-served';
}

async function refuseTooMany(tx: Tx, { bucket, memberId }: Account, now: Date): Promise<void> {
  const started = await tx.q
    .selectFrom('members.identity_check')
    .select('started_at')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('started_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('started_at', 'desc')
    .limit(CHECKS_A_DAY_MAX)
    .execute();
  const oldest = started[CHECKS_A_DAY_MAX - 1];
  if (!oldest) return;
  const retryAfterSeconds = Math.ceil((oldest.started_at.getTime() + DAY_MS - now.getTime()) / 1_000);
  throw new Refusal('throttled', { retryAfterSeconds });
}

/** Outside of any transaction: a provider may take its time. */
async function openPage(provider: IdentityProvider, { id, expiresAt }: CheckRow, ask: StartAsk) {
  try {
    return await provider.startCheck({ reference: id, expiresAtMs: expiresAt.getTime(), ...ask });
  } catch (error) {
    if (error instanceof IdentityProviderFailure) throw new Refusal('identity-unavailable');
    throw error;
  }
}
