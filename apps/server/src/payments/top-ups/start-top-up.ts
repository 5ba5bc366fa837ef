import { createHash } from 'node:crypto';
import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { claimRequest } from '../../ledger/idempotency.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import type { PaymentsDeps } from '../deps.ts';
import { type PaymentProvider, ProviderFailure } from '../provider/provider.ts';
import { addReference } from '../provider/references.ts';
import { whyMoneyInClosed } from '../rules/money-switch.ts';
import { readRule } from '../rules/rule.ts';
import { readTopUpRoom } from './top-up-limits.ts';
import { addTopUpStep, changeTopUp, lockTopUp, moveTopUp, OPEN_STATES, type TopUpRow } from './top-up-rows.ts';

export interface TopUpAsk {
  /** UUID made by the client and kept across retries. */
  key: string;
  /** Minor units, above 0. */
  amount: bigint;
  /** Page to which the provider sends the browser afterwards. */
  returnUrlOf(topUpId: string): string;
  locale: string;
  /** Refuses a member for reasons outside this domain. Runs in the top-up's transaction. */
  admit(tx: Tx): Promise<void>;
}

/** How long the provider's page stays open. */
const OPEN_MS = 30 * 60_000;
/** When no webhook has come by then, we poll the provider. */
const LOOK_AFTER_MS = 2 * 60_000;
/** Most payable pages that one member may have open. */
const OPEN_MAX = 20;

/**
 * Starts a top-up and returns its id; read its page with it. A repeated key returns the same top-up, and retries a
 * failed checkout page. Throws `payouts-unhealthy`, `ledger-wrong`, `amount-too-small`, `amount-too-large`,
 * `throttled`, `key-reused`, `provider-unavailable`, and what `admit` throws.
 */
export async function startTopUp(deps: PaymentsDeps, account: Account, ask: TopUpAsk): Promise<string> {
  const { provider } = deps;
  if (provider === null) throw new Refusal('provider-unavailable');
  const topUp = await transaction(deps.db, (tx) => claimTopUp(tx, deps, provider, account, ask));
  await openCheckout(deps, provider, topUp, ask);
  return topUp.id;
}

/** Inserts the top-up under the member's balance lock, so that concurrent top-ups see each other. */
async function claimTopUp(
  tx: Tx,
  deps: PaymentsDeps,
  provider: PaymentProvider,
  account: Account,
  ask: TopUpAsk,
): Promise<TopUpRow> {
  await lockBalance(tx, account);
  const { key, amount } = ask;
  const bodyHash = createHash('sha256').update(`top-up/${amount}`).digest();
  const claim = await claimRequest(tx, { ...account, key, bodyHash });
  if (claim.first) {
    await refuseUnlessAllowed(tx, deps, provider, account, ask);
    await insert(tx, deps, provider, account, { id: claim.ref, day: claim.day, amount });
  }
  const topUp = await lockTopUp(tx, account, claim.ref);
  if (topUp === null) throw new Refusal('key-reused');
  return topUp;
}

async function refuseUnlessAllowed(
  tx: Tx,
  { memberCaps }: PaymentsDeps,
  provider: PaymentProvider,
  account: Account,
  ask: TopUpAsk,
): Promise<void> {
  const closed = await whyMoneyInClosed(tx.q);
  if (closed !== null) throw new Refusal(closed);
  await ask.admit(tx);
  const { min, max } = await readTopUpRoom(tx.q, account, await readRule(tx.q), provider, memberCaps);
  if (ask.amount < min) throw new Refusal('amount-too-small', { minMinor: String(min) });
  if (ask.amount > max) throw new Refusal('amount-too-large', { maxMinor: String(max) });
  if ((await countOpen(tx, account)) >= OPEN_MAX) {
    throw new Refusal('throttled', { retryAfterSeconds: OPEN_MS / 1_000 });
  }
}

async function countOpen(tx: Tx, { bucket, memberId }: Account): Promise<number> {
  const { n } = await tx.q
    .selectFrom('payments.top_up')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where(ofMember({ bucket, memberId }))
    .where('state', 'in', [...OPEN_STATES])
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function insert(
  tx: Tx,
  deps: PaymentsDeps,
  provider: PaymentProvider,
  account: Account,
  { id, day, amount }: { id: string; day: string; amount: bigint },
): Promise<void> {
  const now = await clockNow(tx.q);
  await tx.q
    .insertInto('payments.top_up')
    .values({
      bucket: account.bucket,
      member_id: account.memberId,
      id,
      day,
      amount,
      currency: deps.money.currency,
      provider: provider.name,
      state: 'created',
      created_at: now,
      expires_at: new Date(now.getTime() + OPEN_MS),
      next_at: new Date(now.getTime() + LOOK_AFTER_MS),
    })
    .execute();
  await addReference(tx, account, 'top-up', id);
  await addTopUpStep(tx, { ...account, id }, 'created', now);
}

/**
 * Creates the checkout page, outside any transaction, because a provider may be slow. The provider makes one page per
 * top-up, however often we ask.
 */
async function openCheckout(
  deps: PaymentsDeps,
  provider: PaymentProvider,
  topUp: TopUpRow,
  ask: TopUpAsk,
): Promise<void> {
  if (topUp.checkoutUrl !== null || !OPEN_STATES.includes(topUp.state) || topUp.provider !== provider.name) return;
  try {
    const checkout = await provider.createCheckout({
      reference: topUp.id,
      amount: topUp.amount,
      currency: topUp.currency,
      exponent: deps.money.exponent,
      returnUrl: ask.returnUrlOf(topUp.id),
      expiresAtMs: topUp.expiresAt.getTime(),
      locale: ask.locale,
    });
    const { checkoutRef, url } = checkout;
    await transaction(deps.db, (tx) => changeTopUp(tx, topUp, { checkout_ref: checkoutRef, checkout_url: url }));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.final) await giveUp(deps, topUp);
    throw new Refusal('provider-unavailable');
  }
}

/** Fails a top-up for which the provider will never create a page. */
async function giveUp(deps: PaymentsDeps, { id, ...account }: TopUpRow): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const topUp = await lockTopUp(tx, account, id);
    if (topUp === null || !OPEN_STATES.includes(topUp.state)) return;
    await moveTopUp(tx, topUp, 'failed');
    const params = { topUpId: id, amountMinor: String(topUp.amount) };
    await deps.tell(tx, account, { kind: 'top-up-failed', params });
  });
}
