import { tidyName } from '@tercet/contract/words.ts';

/** Kind of the account behind a card. Charge cards count as credit. */
export type CardFunding = 'credit' | 'debit' | 'prepaid';

const FUNDINGS: Readonly<Record<string, CardFunding>> = {
  credit: 'credit',
  charge: 'credit',
  debit: 'debit',
  deferred_debit: 'debit',
  prepaid: 'prepaid',
};
const PAYER_LENGTH_MAX = 100;

/** Reads a payer's name as a provider states it. Undefined for anything else, and for a text without letters. */
export function readPayer(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > PAYER_LENGTH_MAX || !value.isWellFormed()) return undefined;
  const name = tidyName(value.replace(/\p{Cc}/gu, ' '));
  return /\p{L}/u.test(name) ? name : undefined;
}

/** Reads the funding of a card in any case. Undefined for an unknown one. */
export function readFunding(value: unknown): CardFunding | undefined {
  if (typeof value !== 'string') return undefined;
  const key = value.toLowerCase();
  return Object.hasOwn(FUNDINGS, key) ? FUNDINGS[key] : undefined;
}
