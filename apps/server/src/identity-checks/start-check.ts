import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import type { Account } from '../ledger/lock.ts';
import { lockMember } from '../members/account/suspensions.ts';
import { Refusal } from '../refusal.ts';
import { identityFault, isKnown } from './admission.ts';
import { type CheckRow, changeCheck, lockCheck, newestCheck, OPEN_STATES } from './check-rows.ts';
import type { IdentityDeps } from './deps.ts';
import { type IdentityProvider, IdentityProviderFailure } from './provider.ts';

/** How long the provider's page stays open. */
const OPEN_MS = 7 * DAY_MS;
/** When no webhook has come by then, we poll the provider. */
const LOOK_AFTER_MS = 2 * 60_000;
/** Limit per member, because each check costs money. */
const CHECKS_A_DAY_MAX = 5;

export interface StartAsk {
  returnUrl: string;
  locale: string;
}

/**
 * Returns the member's open check with the provider's page, or starts one. Repeated calls return the same check.
 * Throws `already-set` when the identity is known, `throttled`, `identity-unavailable`.
 */
export async function startCheck(deps: IdentityDeps, account: Account, ask: StartAsk): Promise<CheckRow> {
  const { provider, db } = deps;
  if (provider === null) throw new Refusal('identity-unavailable');
  const check = await transaction(db, (tx) => claimCheck(tx, provider, account));
  if (check.url !== null) return check;
  const page = await openPage(provider, check, ask);
  return transaction(db, async (tx) => {
    // Concurrent calls may create two pages; the first one stored counts.
    const stored = await lockCheck(tx, check);
    if (stored.url !== null) return stored;
    await changeCheck(tx, stored, { provider_ref: page.providerRef, url: page.url });
    return lockCheck(tx, stored);
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
    // The open check is of a former provider.
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

/** True when the member has nothing left to prove. A document of a country that is not served is not enough. */
async function isEnough(tx: Tx, account: Account): Promise<boolean> {
  return (await isKnown(tx.q, account)) && (await identityFault(tx.q, account)) !== 'country-not-served';
}

async function refuseTooMany(tx: Tx, { bucket, memberId }: Account, now: Date): Promise<void> {
  const started = await tx.q
    .selectFrom('members.identity_check')
    .select('started_at')
    .where(ofMember({ bucket, memberId }))
    .where('started_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('started_at', 'desc')
    .limit(CHECKS_A_DAY_MAX)
    .execute();
  const oldest = started[CHECKS_A_DAY_MAX - 1];
  if (!oldest) return;
  const retryAfterSeconds = Math.ceil((oldest.started_at.getTime() + DAY_MS - now.getTime()) / 1_000);
  throw new Refusal('throttled', { retryAfterSeconds });
}

/** Runs outside any transaction, because a provider may be slow. */
async function openPage(provider: IdentityProvider, { id, expiresAt }: CheckRow, ask: StartAsk) {
  try {
    return await provider.startCheck({ reference: id, expiresAtMs: expiresAt.getTime(), ...ask });
  } catch (error) {
    if (error instanceof IdentityProviderFailure) throw new Refusal('identity-unavailable');
    throw error;
  }
}
