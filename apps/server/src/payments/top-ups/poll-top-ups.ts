import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../deps.ts';
import { takeUnsigned } from '../incoming/take-unsigned.ts';
import { keepEvents } from '../provider/event-rows.ts';
import { handleEvents } from '../provider/events.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { followTopUp } from './follow-top-up.ts';
import { changeTopUp, lockTopUp, OPEN_STATES, type TopUpRow } from './top-up-rows.ts';

const BATCH = 20;
/** Polling intervals: while the payment page is open, and afterwards while the provider still expects the money. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;
const PENDING_EVERY_MS = HOUR_MS;
/** Time for the webhook of a page that was paid in its last second. */
const GRACE_MS = 10_000;
/** After this we stop waiting for a pending transfer. One that still arrives is credited. */
const PENDING_MAX_MS = 14 * DAY_MS;
/** Webhooks are often slower than polled answers. One this late may have been lost with a database. */
const UNSIGNED_AFTER_MS = HOUR_MS;

/**
 * Polls the provider about top-ups whose webhook may be lost. Expires those that are over and of which the provider
 * knows no money. Returns how many it polled. Throws the last error after trying all.
 */
export async function lookUpTopUps(deps: PaymentsDeps): Promise<number> {
  let count = 0;
  let fault: unknown = null;
  for (const due of await dueTopUps(deps.db)) {
    const topUp = await transaction(deps.db, (tx) => claimLook(tx, due));
    if (topUp === null) continue;
    try {
      await look(deps, topUp);
      count += 1;
    } catch (error) {
      fault = error;
    }
  }
  if (fault !== null) throw fault;
  return count;
}

async function dueTopUps(db: Db): Promise<(Account & { id: string })[]> {
  return db
    .selectFrom('payments.top_up')
    .select(['bucket', 'member_id as memberId', 'id'])
    .where('state', 'in', [...OPEN_STATES])
    .where('next_at', '<=', sql<Date>`clock.now()`)
    .orderBy('next_at')
    .limit(BATCH)
    .execute();
}

/** Claims a poll: stores the time of the next one before polling, so only one process polls. */
async function claimLook(tx: Tx, { id, ...account }: Account & { id: string }): Promise<TopUpRow | null> {
  const topUp = await lockTopUp(tx, account, id, { skip: true });
  if (topUp === null || !OPEN_STATES.includes(topUp.state)) return null;
  const nowMs = (await clockNow(tx.q)).getTime();
  if (topUp.nextAt.getTime() > nowMs) return null;
  await changeTopUp(tx, topUp, { next_at: new Date(nextLookMs(topUp, nowMs)) });
  return topUp;
}

function nextLookMs({ state, expiresAt }: TopUpRow, nowMs: number): number {
  const lastMs = expiresAt.getTime() + GRACE_MS;
  if (nowMs < lastMs) return Math.min(nowMs + LOOK_EVERY_MS, lastMs);
  return nowMs + (state === 'pending' ? PENDING_EVERY_MS : MINUTE_MS);
}

async function look(deps: PaymentsDeps, topUp: TopUpRow): Promise<void> {
  const { provider, db } = deps;
  const waits = provider?.name === topUp.provider ? await ask(deps, provider, topUp) : false;
  const nowMs = (await clockNow(db)).getTime();
  const overMs = topUp.expiresAt.getTime() + (waits ? PENDING_MAX_MS : GRACE_MS);
  if (nowMs < overMs) return;
  const event = { reference: topUp.id, kind: 'expired' } as const;
  await transaction(db, (tx) => followTopUp(tx, deps, topUp, topUp.provider, event));
}

/**
 * Polls the provider. Returns whether money has come or may still come. A paid top-up is not credited here; only the
 * signed webhook does that. If the webhook does not arrive, staff review the payment. A paid page does not expire,
 * even after failed attempts on it.
 */
async function ask(deps: PaymentsDeps, provider: PaymentProvider, topUp: TopUpRow): Promise<boolean> {
  const events = await provider.lookUp('top-up', topUp.id);
  const paid = events.filter((event) => event.kind === 'paid-in');
  if (paid.length === 0) {
    await handleEvents(deps, await transaction(deps.db, (tx) => keepEvents(tx, provider.name, events)));
    return events.some(({ kind }) => kind === 'pending');
  }
  await transaction(deps.db, async (tx) => {
    await followTopUp(tx, deps, topUp, topUp.provider, { reference: topUp.id, kind: 'pending' });
    const overMs = topUp.expiresAt.getTime() + UNSIGNED_AFTER_MS;
    if ((await clockNow(tx.q)).getTime() >= overMs) await takeUnsigned(tx, deps, topUp, paid);
  });
  return true;
}
