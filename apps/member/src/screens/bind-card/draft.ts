import { findIban, isIban, isMoreThanIban, isSameOrShortened, tidyName } from '@tercet/contract/words.ts';
import type { PayeeForm } from '../../api/shared/types.ts';
import { type CountryCode, isCountry, readPhone } from '../../features/person/phone.ts';

/** The form while it is filled in. For a card it holds the provider's token, never the number. */
export interface Draft {
  kind: 'card' | 'iban';
  bankCode: string | null;
  holder: string;
  country: CountryCode;
  phone: string;
  iban: string;
  card: Card | null;
}

export interface Card {
  token: string;
  reference: string;
  brand: string;
  last4: string;
}

/** Field names as in the server's errors. */
export type Field = 'bankCode' | 'holder' | 'phone' | 'iban' | 'token' | 'financePassword';

/** Error codes by field. */
export type Faults = Partial<Record<Field, string>>;

export type Step = 'details' | 'number' | 'confirm';

export const STEPS = ['details', 'number', 'confirm'] as const satisfies readonly Step[];

const STEP_OF: Record<Field, Step> = {
  bankCode: 'details',
  holder: 'details',
  phone: 'details',
  iban: 'number',
  token: 'number',
  financePassword: 'confirm',
};

/** Faults of one step that the client can find. The server validates everything again. */
export function faultsOf(draft: Draft, step: Step, realName: string): Faults {
  const faults: Faults = {};
  if (step === 'details') {
    if (draft.bankCode === null) faults.bankCode = 'bank-unknown';
    if (draft.holder.trim() === '') faults.holder = 'fill-in';
    else if (!isSameOrShortened(draft.holder, realName)) faults.holder = 'holder-differs';
    if (draft.phone.trim() === '') faults.phone = 'fill-in';
    else if (readPhone(draft.phone, draft.country) === null) faults.phone = 'phone-bad';
  }
  if (step === 'number' && draft.kind === 'iban') {
    if (draft.iban.trim() === '') faults.iban = 'fill-in';
    else if (!isIban(findIban(draft.iban))) faults.iban = isMoreThanIban(draft.iban) ? 'iban-alone' : 'iban-bad';
  }
  return faults;
}

/** Faults from the server, and the earliest step that has one; null if none belongs to this form. */
export function faultsNamed(fields: Record<string, string>): { faults: Faults; step: Step } | null {
  const named = Object.entries(fields).filter(([field]) => field in STEP_OF) as [Field, string][];
  const step = STEPS.find((name) => named.some(([field]) => STEP_OF[field] === name));
  return step === undefined ? null : { faults: Object.fromEntries(named), step };
}

/** The request body; null while something is missing. */
export function formOf(draft: Draft, financePassword: string): PayeeForm | null {
  const phone = readPhone(draft.phone, draft.country);
  if (draft.bankCode === null || phone === null) return null;
  const common = { bankCode: draft.bankCode, holder: tidyName(draft.holder), phone: phone.e164, financePassword };
  if (draft.kind === 'iban') return { kind: 'iban', ...common, iban: findIban(draft.iban) };
  if (draft.card === null) return null;
  const { token, reference } = draft.card;
  return { kind: 'card', ...common, token, reference };
}

/** Likely country of the phone number: the bank's, else the region of the browser's language, else Mongolia. */
export function likelyCountry(bankCountry: string | undefined, language: string): CountryCode {
  const region = new Intl.Locale(language).maximize().region;
  return [bankCountry, region].find((code): code is CountryCode => code !== undefined && isCountry(code)) ?? 'MN';
}
