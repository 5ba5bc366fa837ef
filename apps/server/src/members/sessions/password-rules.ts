import leaked from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import type { RefusalCode } from '../../refusal.ts';
import common from './common-passwords.json' with { type: 'json' };

const LENGTH_MIN = 10;
const DIFFERENT_MIN = 5;
const COMMON = new Set<string>(common);
/** Shorter leaked passwords are ignored: even with a suffix they are too short. */
const LEAKED_LENGTH_MIN = 8;
/** Words from the club's own pages. Attackers try them first, so they do not count towards the length. */
const HOUSE_WORDS = ['tercet', 'lottery', 'lotto', 'jackpot', 'casino', 'dice'];
const LEAKED = new Set<string>(leaked.filter((one) => one.length >= LEAKED_LENGTH_MIN));

/**
 * Fault of a new password, or null. Weak ones are too short, are common or leaked, or are long enough only through the
 * user name or words of the house. The user name is public, so it does not count.
 */
export function passwordFault(password: string, userName: string): RefusalCode | null {
  if (password === '') return 'fill-in';
  const plain = password.normalize('NFKC').toLowerCase();
  if (length(plain) < LENGTH_MIN || new Set(plain).size < DIFFERENT_MIN) return 'password-weak';
  if (isCommon(plain) || isRun(plain)) return 'password-weak';
  const known = [userName.toLowerCase(), ...HOUSE_WORDS].filter((word) => word !== '' && plain.includes(word));
  if (known.length === 0) return null;
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), plain);
  return length(rest) < LENGTH_MIN || isCommon(rest) ? 'password-weak' : null;
}

function length(text: string): number {
  return [...text].length;
}

/** True for a common password, also with digits or marks around it, or with the usual digits for letters. */
function isCommon(plain: string): boolean {
  const bare = plain.replaceAll(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '');
  return [plain, bare, unmasked(plain), unmasked(bare)].some((form) => COMMON.has(form) || LEAKED.has(form));
}

function unmasked(plain: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
  };
  return plain.replaceAll(/[013457@$]/g, (sign) => letters[sign] ?? sign);
}

/** True when each character follows or precedes the previous one, as in `abcdefghij` or `9876543210`. */
function isRun(plain: string): boolean {
  const codes = Array.from(plain, (sign) => sign.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
