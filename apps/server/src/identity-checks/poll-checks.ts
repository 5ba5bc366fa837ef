import { clockNow } from '../db/clock.ts';
import { transaction } from '../db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { type CheckRow, changeCheck, dueChecks, lockCheck, OPEN_STATES } from './check-rows.ts';
import type { IdentityDeps } from './deps.ts';
import { recordCheckEvent } from './provider-events.ts';

const BATCH = 20;
/** Time for the webhook of a page that was used in its last minute. */
const GRACE_MS = HOUR_MS;

/**
 * Polls the provider about checks whose webhook may be lost. Expires those that are over and still undecided. Returns
 * how many it polled. Throws the last error after trying all.
 */
export async function pollChecks(deps: IdentityDeps): Promise<number> {
  let count = 0;
  let fault: unknown = null;
  for (const due of await dueChecks(deps.db, BATCH)) {
    try {
      if (await look(deps, due)) count += 1;
    } catch (error) {
      fault = error;
    }
  }
  if (fault !== null) throw fault;
  return count;
}

async function look(deps: IdentityDeps, due: CheckRow): Promise<boolean> {
  const check = await claimLook(deps, due);
  if (check === null) return false;
  const { provider, db } = deps;
  if (provider?.name === check.provider && check.providerRef !== null) {
    const news = await provider.lookUp({ reference: check.id, providerRef: check.providerRef });
    if (news !== null) await transaction(db, (tx) => recordCheckEvent(tx, deps, provider.name, news));
  }
  const now = await clockNow(db);
  if (now.getTime() < check.expiresAt.getTime() + GRACE_MS) return true;
  await transaction(db, async (tx) => {
    const stored = await lockCheck(tx, check);
    if (OPEN_STATES.includes(stored.state)) await changeCheck(tx, stored, { state: 'expired', ended_at: now });
  });
  return true;
}

/**
 * Claims a poll: stores the time of the next one first, so only one process polls. The interval grows with the check's
 * age.
 */
function claimLook({ db }: IdentityDeps, due: CheckRow): Promise<CheckRow | null> {
  return transaction(db, async (tx) => {
    const check = await lockCheck(tx, due);
    const nowMs = (await clockNow(tx.q)).getTime();
    if (!OPEN_STATES.includes(check.state) || check.nextAt.getTime() > nowMs) return null;
    const wait = Math.min(Math.max((nowMs - check.startedAt.getTime()) / 2, MINUTE_MS), HOUR_MS);
    await changeCheck(tx, check, { next_at: new Date(nowMs + wait) });
    return check;
  });
}
