import { findIban, isSameOrShortened } from '@tercet/contract/words.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';
import type { PaymentsDeps } from '../deps.ts';
import { ProviderFailure } from '../provider/provider.ts';
import { isBank } from './banks.ts';
import { maskCard, maskIban, maskPhone, type Phone, readIban, readPhone } from './payee-details.ts';
import { openPermit, refuseLocked, spendPermit } from './payee-permits.ts';
import { activePayee, encryptPayee, findPayee, nextPayee, type PayeeRow } from './payees.ts';

/** The binding form as the member typed it. For a card it holds the token from the provider's own card field. */
export type PayeeForm = { bankCode: string; holder: string; phone: string } & (
  | { kind: 'card'; token: string; reference: string }
  | { kind: 'iban'; iban: string }
);

/** A valid form, with the provider's data about the card. */
export interface CheckedPayee {
  kind: 'card' | 'iban';
  bankCode: string;
  holder: string;
  phone: Phone;
  target: { token: string } | { iban: string };
  masked: string;
  brand: string | null;
  provider: string;
  /** Identifies the card or account across members. Null when the provider gives no fingerprint. */
  mark: { kind: 'iban'; iban: string } | { kind: 'card'; provider: string; fingerprint: string } | null;
}

/** The old payee stays active this long, so that members can notice a replacement they did not request. */
const REPLACING_MS = DAY_MS;
/** Provider of an IBAN that was bound while the house had no provider. */
const NO_PROVIDER = 'none';
const BRAND = /^[a-z0-9 _-]{1,24}$/i;
const LAST4 = /^\d{4}$/;

/**
 * Validates everything that needs no provider. Refuses per field: `fill-in`, `bank-unknown`, `iban-bad`, `phone-bad`,
 * `holder-differs`. Throws `already-set` when a payee is bound and no permit allows a replacement, and `payee-locked`
 * like `bindPayee`.
 */
export async function refusePayeeFaults(
  deps: Pick<PaymentsDeps, 'db' | 'payeeLockedUntil'>,
  account: Account,
  form: PayeeForm,
  realName: string,
): Promise<void> {
  const { db } = deps;
  const isBound = (await activePayee(db, account)) !== null;
  if (isBound && !(await mayReplacePayee(db, account))) throw new Refusal('already-set');
  if (isBound) await refuseLocked(db, deps, account);
  const fields: Record<string, RefusalCode> = {};
  for (const [field, value] of Object.entries(form)) if (value.trim() === '') fields[field] = 'fill-in';
  if (!fields.bankCode && !(await isBank(db, form.bankCode))) fields.bankCode = 'bank-unknown';
  if (!fields.holder && !isSameOrShortened(form.holder, realName)) fields.holder = 'holder-differs';
  if (form.kind === 'iban' && !fields.iban && readIban(findIban(form.iban)) === null) fields.iban = 'iban-bad';
  if (!fields.phone && readPhone(form.phone) === null) fields.phone = 'phone-bad';
  const [code] = Object.values(fields);
  if (code !== undefined) throw new Refusal(code, {}, fields);
}

/**
 * Turns a form into a payee that is ready to bind. Reads a card's data from the provider. Throws `phone-bad`,
 * `iban-bad`, `card-bad`, `provider-unavailable`.
 */
export async function checkPayee({ provider }: Pick<PaymentsDeps, 'provider'>, form: PayeeForm): Promise<CheckedPayee> {
  const { bankCode, holder } = form;
  const phone = readPhone(form.phone);
  if (!phone) throw new Refusal('phone-bad', {}, { phone: 'phone-bad' });
  if (form.kind === 'iban') {
    const iban = readIban(findIban(form.iban));
    if (iban === null) throw new Refusal('iban-bad', {}, { iban: 'iban-bad' });
    const target = { iban };
    const by = provider?.name ?? NO_PROVIDER;
    const mark = { kind: 'iban', iban } as const;
    return { kind: 'iban', bankCode, holder, phone, target, masked: maskIban(iban), brand: null, provider: by, mark };
  }
  if (!provider) throw new Refusal('provider-unavailable');
  const card = await readCard(provider, form.token, form.reference);
  const target = { token: form.token };
  const { fingerprint } = card;
  return {
    kind: 'card',
    bankCode,
    holder,
    phone,
    target,
    masked: maskCard(card.last4),
    brand: card.brand,
    provider: provider.name,
    mark: fingerprint === null ? null : { kind: 'card', provider: provider.name, fingerprint },
  };
}

/**
 * Binds a payee. It is active at once when nothing is bound. Otherwise it needs a permit from support and replaces the
 * old payee 24 hours later. Concurrent calls run one after the other.
 *
 * Throws `already-set`, `payee-locked` for a replacement in the days after a login password was set through a request
 * to the desk, and `holder-differs` when the member's real name was corrected in the meantime.
 */
export async function bindPayee(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'cipher' | 'tell' | 'payeeLockedUntil'>,
  account: Account,
  payee: CheckedPayee,
  realName: string,
): Promise<PayeeRow> {
  if (!isSameOrShortened(payee.holder, realName)) throw new Refusal('holder-differs', {}, { holder: 'holder-differs' });
  // Withdrawals hold the same lock while they choose the payee.
  await lockBalance(tx, account);
  const before = await activePayee(tx.q, account);
  const boundAt = await clockNow(tx.q);
  const activeAt = before ? new Date(boundAt.getTime() + REPLACING_MS) : boundAt;
  if (before) {
    await refuseLocked(tx.q, deps, account);
    await replace(tx, account, before, activeAt);
  }

  const id = newId();
  const { bucket, memberId } = account;
  const encrypted = encryptPayee(deps.cipher, { bucket, memberId, id }, { ...payee.target, phone: payee.phone.e164 });
  await tx.q
    .insertInto('payments.payee')
    .values({
      bucket,
      member_id: memberId,
      id,
      kind: payee.kind,
      bank_code: payee.bankCode,
      holder: payee.holder,
      masked: payee.masked,
      phone_masked: maskPhone(payee.phone),
      brand: payee.brand,
      provider: payee.provider,
      encrypted: encrypted.bytes,
      key_id: encrypted.keyId,
      bound_at: boundAt,
      active_at: activeAt,
    })
    .execute();
  const params = { masked: payee.masked, activeAtMs: activeAt.getTime() };
  await deps.tell(tx, account, { kind: before ? 'payee-replacing' : 'payee-bound', params });
  const row = await findPayee(tx.q, account, id);
  if (!row) throw new Error(`payee ${id} is missing after it was bound`);
  return row;
}

/** Cancels a replacement that is not active yet; the current payee stays. Throws `not-found`. */
export async function cancelNextPayee(tx: Tx, deps: Pick<PaymentsDeps, 'tell'>, account: Account): Promise<void> {
  await lockBalance(tx, account);
  const next = await nextPayee(tx.q, account);
  const before = await activePayee(tx.q, account);
  if (!next || !before) throw new Refusal('not-found');
  await end(tx, account, next.id, await clockNow(tx.q));
  await end(tx, account, before.id, null);
  await deps.tell(tx, account, { kind: 'payee-replacement-cancelled', params: { masked: next.masked } });
}

/** True when a permit to replace the payee is open and no replacement is pending. */
export async function mayReplacePayee(q: Db | Tx['q'], account: Account): Promise<boolean> {
  return (await nextPayee(q, account)) === null && (await openPermit(q, account)) !== null;
}

async function replace(tx: Tx, account: Account, before: PayeeRow, at: Date): Promise<void> {
  const permit = await openPermit(tx.q, account);
  if (permit === null || before.endedAt !== null) throw new Refusal('already-set');
  await spendPermit(tx, account, permit);
  await end(tx, account, before.id, at);
}

async function end(tx: Tx, { bucket, memberId }: Account, id: string, at: Date | null): Promise<void> {
  await tx.q
    .updateTable('payments.payee')
    .set({ ended_at: at })
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .execute();
}

/** Reads the card's data from the provider, because data from the browser cannot be trusted. */
async function readCard(provider: NonNullable<PaymentsDeps['provider']>, token: string, reference: string) {
  const card = await provider.readToken(token, reference).catch((error: unknown) => {
    if (error instanceof ProviderFailure) throw new Refusal('provider-unavailable');
    throw error;
  });
  if (!card || !LAST4.test(card.last4) || !BRAND.test(card.brand)) {
    throw new Refusal('card-bad', {}, { token: 'card-bad' });
  }
  return card;
}
