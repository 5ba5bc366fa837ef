import { withAsciiDigits } from '../digits.ts';
import { readIban } from '../payments/payee-details.ts';
import type { RefusalCode } from '../refusal.ts';
import { faultIn } from './faults-in.ts';
import type { Http } from './http.ts';

/**
 * 13 to 19 digits, also in groups, that begin as card numbers do. Digits inside a longer word (a hash, an id) are none,
 * nor is what begins with a plus, which is a phone.
 */
const CANDIDATE = /(?<![\w+.-])[2-6](?:[ -]?\d){12,18}(?![\w-]|\.\d)/g;
const LENGTH_MIN = 13;

/**
 * A card's number is typed into the payment provider's own field. One that reaches the club all the same, in whatever
 * field, is refused before anything looks at the form, so that it is kept nowhere. An IBAN is only for its own field.
 */
export function refuseCardNumbers(http: Http): void {
  http.addHook('preValidation', (request, _, next) => {
    next(faultIn(request.body, faultOf) ?? undefined);
  });
}

function faultOf(text: string, name: string): RefusalCode | null {
  // Amounts are kept as numbers and have bounds of their own.
  if (text.length < LENGTH_MIN || name.endsWith('Minor')) return null;
  if (hasCardNumber(text)) return 'card-bad';
  return name !== 'iban' && readIban(text) !== null ? 'invalid-body' : null;
}

/** Exported for its test. */
export function hasCardNumber(text: string): boolean {
  const candidates = withAsciiDigits(text).match(CANDIDATE) ?? [];
  return candidates.some((candidate) => isLuhn(candidate.replaceAll(/[ -]/g, '')));
}

/** ISO/IEC 7812-1, annex B: from the right, every second digit counts twice. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
