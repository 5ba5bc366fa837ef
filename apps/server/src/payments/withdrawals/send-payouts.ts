import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { DAY_MS, SECOND_MS } from '../../durations.ts';
import { isHeld } from '../../ledger/holds.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentsDeps } from '../deps.ts';
import { decryptPayee, findPayee } from '../payees/payees.ts';
import { type PaymentProvider, ProviderFailure } from '../provider/provider.ts';
import { activeLegalHold, asHeld, heldMembers } from '../rules/legal-holds.ts';
import { applyAnswer, failUnsent, isFault, type PayoutEvent } from './payouts.ts';
import { lockWithdrawal, moveUnsent, noteOutcome, noteSent, putOff, type WithdrawalRow } from './withdrawal-rows.ts';

/** Reports a payout that failed. The text names withdrawals only by id. */
type OnFault = (withdrawalId: string, what: string) => void;
type Deps = Pick<PaymentsDeps, 'db' | 'provider' | 'cipher' | 'macs' | 'walArchive' | 'tell' | 'money'>;

/** Longer than a provider may take to answer, so no other process sends the same payout meanwhile. */
const LEASE_MS = 120 * SECOND_MS;
const RETRY_MS_MIN = 30 * SECOND_MS;
const RETRY_MS_MAX = 600 * SECOND_MS;
/** Polling interval for a payout without news. It doubles from ten minutes up to six hours. */
const SILENCE_MS_MIN = 600 * SECOND_MS;
const SILENCE_MS_MAX = 6 * 3_600 * SECOND_MS;
const ATTEMPTS_MAX = 30_000;

const BATCH_MAX = 100;
/** Payouts to check against the WAL archive at once. */
const LOOKED_AT_MAX = 5_000;
const AT_ONCE_MAX = 8;

/**
 * Sends approved withdrawals to the provider. The withdrawal's id is the reference, so retries pay only once. A payout
 * waits until the WAL with its row is archived, because a restored database would forget it. Retries without end.
 * Returns how many the provider accepted.
 */
export async function sendDuePayouts(deps: Deps, onFault: OnFault = () => {}): Promise<number> {
  const { provider } = deps;
  if (provider === null) return 0;
  return forEachDue(deps, provider, 'approved', (account, id) => sendOne(deps, provider, account, id, onFault));
}

/** Polls the provider about accepted payouts without news. Returns how many are settled now. */
export async function lookUpSilentPayouts(deps: Deps, onFault: OnFault = () => {}): Promise<number> {
  const { provider } = deps;
  if (provider === null) return 0;
  return forEachDue(deps, provider, 'sent', (account, id) => lookUpOne(deps, provider, account, id, onFault));
}

async function forEachDue(
  { db, macs, walArchive }: Pick<Deps, 'db' | 'macs' | 'walArchive'>,
  provider: PaymentProvider,
  state: 'approved' | 'sent',
  act: (account: Account, id: string) => Promise<boolean>,
): Promise<number> {
  const held = state === 'approved' ? await heldMembers(db, macs) : [];
  const { rows } = await sql<{ bucket: number; member_id: string; id: string }>`
    with ${asHeld(held)}
    select w.bucket, w.member_id, w.id from payments.withdrawal w
    where w.state = ${state} and w.state in ('in-review', 'approved', 'sent') and w.next_at <= clock.now()
      and (w.provider = ${provider.name} or (w.state = 'approved' and w.next_at = w.approved_at)) and (w.state = 'sent'
        or not exists (select from held h where h.bucket = w.bucket and h.member_id = w.member_id))
    order by w.next_at limit ${LOOKED_AT_MAX}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const stored = state === 'approved' ? await walArchive?.archivedOf(ids, 'payouts') : undefined;
  const ready = (stored ? rows.filter(({ id }) => stored.has(id)) : rows).slice(0, BATCH_MAX);
  let done = 0;
  const workers = Array.from({ length: AT_ONCE_MAX }, async () => {
    for (let row = ready.shift(); row; row = ready.shift()) {
      if (await act({ bucket: row.bucket, memberId: row.member_id }, row.id)) done += 1;
    }
  });
  await Promise.all(workers);
  return done;
}

async function sendOne(
  deps: Deps,
  provider: PaymentProvider,
  account: Account,
  id: string,
  onFault: OnFault,
): Promise<boolean> {
  const row = await take(deps, provider, account, id, 'approved');
  if (!row) return false;
  try {
    // Never pay out a sum that did not leave a balance.
    if (!row.isHeld) throw new Error('its amount is not held in the ledger');
    const { providerRef } = await askFor(deps, provider, row);
    await transaction(deps.db, (tx) => noteTaken(tx, row, providerRef));
    return true;
  } catch (error) {
    onFault(id, wordsOf(error));
    const isFinal = error instanceof ProviderFailure && error.final;
    await transaction(deps.db, (tx) => (isFinal ? failUnsent(tx, deps, row, id) : noteError(tx, row)));
    return false;
  }
}

/** Runs outside any transaction, so that no lock is held while the provider answers. */
async function askFor(deps: Deps, provider: PaymentProvider, row: WithdrawalRow): Promise<{ providerRef: string }> {
  const payee = await findPayee(deps.db, row, row.payeeId);
  if (!payee) throw new Error('its payee does not exist');
  return provider.payout({
    reference: row.id,
    amount: row.amount,
    currency: row.currency,
    exponent: deps.money.exponent,
    holder: payee.holder,
    bankCode: payee.bankCode,
    to: decryptPayee(deps, payee),
  });
}

async function lookUpOne(
  deps: Deps,
  provider: PaymentProvider,
  account: Account,
  id: string,
  onFault: OnFault,
): Promise<boolean> {
  const row = await take(deps, provider, account, id, 'sent');
  if (!row) return false;
  try {
    const events = await provider.lookUp('withdrawal', id);
    let isClear = false;
    for (const event of events.filter(isOfPayout)) {
      const news = await transaction(deps.db, (tx) => applyAnswer(tx, deps, account, provider.name, event));
      if (isFault(news)) onFault(id, news);
      else isClear = true;
    }
    return isClear;
  } catch (error) {
    onFault(id, wordsOf(error));
    return false;
  }
}

function isOfPayout(event: { kind: string }): event is PayoutEvent {
  return event.kind === 'paid-out' || event.kind === 'failed' || event.kind === 'returned';
}

/**
 * Leases a due withdrawal. If the process dies, the lease expires and another process continues. Null when it is no
 * longer due or is leased elsewhere.
 */
function take(
  deps: Pick<Deps, 'db' | 'macs' | 'tell'>,
  provider: PaymentProvider,
  account: Account,
  id: string,
  state: 'approved' | 'sent',
): Promise<Taken | null> {
  const { db, macs } = deps;
  return transaction(db, async (tx) => {
    const row = await lockWithdrawal(tx, account, id, true);
    const now = await clockNow(tx.q);
    if (row?.state !== state || row.nextAt === null || row.nextAt > now) return null;
    if (state === 'approved' && (await activeLegalHold(tx.q, macs, account))) return null;
    if (row.provider !== provider.name && !(await bringTo(tx, deps, row, provider))) return null;
    const attempts = Math.min(row.attempts + 1, ATTEMPTS_MAX);
    const ms = state === 'approved' ? LEASE_MS : Math.min(SILENCE_MS_MIN * 2 ** Math.min(attempts, 16), SILENCE_MS_MAX);
    await putOff(tx, row, attempts, new Date(now.getTime() + ms));
    return { ...row, attempts, isHeld: await isHeld(tx, row) };
  });
}

/**
 * Gives a payout that names another provider to this one if it was never tried. Only the provider that issued a card's
 * token can pay to the card: such a payout waits a day for it, then fails, and its money returns. True if this provider
 * may send it.
 */
async function bringTo(
  tx: Tx,
  deps: Pick<Deps, 'tell'>,
  row: WithdrawalRow,
  provider: PaymentProvider,
): Promise<boolean> {
  const how = await moveUnsent(tx, row, provider.name);
  const dueMs = row.nextAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (how === 'card' && dueMs + DAY_MS <= (await clockNow(tx.q)).getTime()) await failUnsent(tx, deps, row, row.id);
  return how === 'moved';
}

/** A leased withdrawal, and whether the ledger holds its sum. */
type Taken = WithdrawalRow & { isHeld: boolean };

/** Records that the provider accepted the payout. Its event may have arrived before this answer. */
async function noteTaken(tx: Tx, { id, ...account }: WithdrawalRow, providerRef: string): Promise<void> {
  const row = await lockWithdrawal(tx, account, id);
  if (row?.state !== 'approved') return;
  const now = await clockNow(tx.q);
  await noteSent(tx, row, { providerRef, nextAt: new Date(now.getTime() + SILENCE_MS_MIN), at: now });
}

async function noteError(tx: Tx, { id, attempts, ...account }: WithdrawalRow): Promise<void> {
  const row = await lockWithdrawal(tx, account, id);
  if (row?.state !== 'approved') return;
  await noteOutcome(tx, row, 'error');
  // Another process took it after our lease expired, and now schedules the next try.
  if (row.attempts !== attempts) return;
  const ms = Math.min(RETRY_MS_MIN * 2 ** Math.min(attempts - 1, 16), RETRY_MS_MAX);
  await putOff(tx, row, attempts, new Date((await clockNow(tx.q)).getTime() + ms));
}

/** Takes only the message of an error, because a provider's library may attach the request to it. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no reason given';
}
