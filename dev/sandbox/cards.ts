import { randomBytes } from 'node:crypto';
import { No } from './no.ts';
import type { Behaviour, CardField, State, Token } from './state.ts';

/** Brands by prefix, and the lengths of their numbers. */
const BRANDS = [
  { brand: 'visa', begins: /^4/, lengths: [13, 16, 19] },
  { brand: 'mastercard', begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { brand: 'amex', begins: /^3[47]/, lengths: [15] },
  { brand: 'unionpay', begins: /^62/, lengths: [16, 17, 18, 19] },
  { brand: 'jcb', begins: /^35(2[89]|[3-8])/, lengths: [16] },
] as const;

const FIELD_MINUTES = 30;
const TRIES_MAX = 20;
const EXPIRY = /^(0[1-9]|1[0-2])\s*\/\s*(?:20)?([0-9]{2})$/;

/** What happens to payouts to a card or an IBAN, by its last four characters. */
export function behaviourOf(last4: string): Behaviour {
  if (last4 === '0002') return 'fails';
  return last4 === '9995' ? 'returns' : 'pays';
}

/** The Luhn check (ISO/IEC 7812): from the right, every second digit is doubled; the digit sum must end in 0. */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (1 + (index % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

export interface TypedCard {
  number: string;
  expiry: string;
}

/** The error in a typed card and its field; null for a valid card. */
export function faultOf(
  { number, expiry }: TypedCard,
  nowMs: number,
): { field: keyof TypedCard; message: string } | null {
  const digits = number.replaceAll(' ', '');
  if (digits === '') return { field: 'number', message: 'Type the card number.' };
  if (!/^[0-9]+$/.test(digits)) return { field: 'number', message: 'A card number has digits only.' };
  const brand = brandOf(digits);
  if (brand === null) return { field: 'number', message: 'This is no number of a card that is taken here.' };
  if (!(brand.lengths as readonly number[]).includes(digits.length))
    return { field: 'number', message: 'This card number is too short or too long.' };
  if (!isLuhn(digits)) return { field: 'number', message: 'This card number has a typing error.' };
  const [, month, year] = EXPIRY.exec(expiry.trim()) ?? [];
  if (month === undefined) return { field: 'expiry', message: 'Type month and year, such as 04/31.' };
  if (Date.UTC(2000 + Number(year), Number(month)) <= nowMs)
    return { field: 'expiry', message: 'This card has expired.' };
  return null;
}

function brandOf(digits: string) {
  return BRANDS.find(({ begins }) => begins.test(digits)) ?? null;
}

export interface FieldAsk {
  reference: string;
  parentOrigin: string;
}

export function openField(state: State, { reference, parentOrigin }: FieldAsk): CardField {
  const id = randomBytes(16).toString('hex');
  const field = { id, reference, parentOrigin, expiresAtMs: state.nowMs() + FIELD_MINUTES * 60_000, tries: 0 };
  state.put('field', id, field);
  return field;
}

/** An open card field. Throws `No` otherwise. */
export function openFieldOf(state: State, id: string): CardField {
  const field = state.get('field', id);
  if (!field || field.expiresAtMs <= state.nowMs()) throw new No(404, 'This form is no longer open. Start again.');
  return field;
}

/** Creates a token for a valid card. Of the number only the token's fields are kept. */
export function makeToken(state: State, field: CardField, typed: TypedCard): Token {
  if (field.tries >= TRIES_MAX) throw new No(429, 'Too many tries. Start again.');
  state.put('field', field.id, { ...field, tries: field.tries + 1 });
  const digits = typed.number.replaceAll(' ', '');
  const last4 = digits.slice(-4);
  const token: Token = {
    token: `tok_${randomBytes(18).toString('base64url')}`,
    reference: field.reference,
    brand: brandOf(digits)?.brand ?? '',
    last4,
    behaviour: behaviourOf(last4),
    fingerprint: state.idOf('card', digits),
  };
  state.put('token', token.token, token);
  return token;
}

/** The token that the frame issued for this binding. Throws `No` otherwise. */
export function readToken(state: State, request: { token: string; reference: string }): Token {
  const found = state.get('token', request.token);
  if (found?.reference !== request.reference) throw new No(404, 'no such token');
  return found;
}
