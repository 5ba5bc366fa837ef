import { folded, readText, sectionsIn } from './rules.ts';

export type Family = 'pay' | 'place' | 'bet' | 'address';

/** A meaning, and the word lists of `lexicon.txt` that express it if a sentence has a word of each. */
export interface Combination {
  means: Family;
  all: readonly RegExp[];
  /** True if a negation in the sentence excuses it: a warning is no demand. */
  deniable: boolean;
}

const LISTS = sectionsIn(readText('lexicon.txt'));

export const DENIED = words('denied');

export const COMBINATIONS: readonly Combination[] = [
  { ...deniable('bet', 'picks'), deniable: false },
  deniable('pay', 'secret', 'to-me'),
  deniable('pay', 'money-in', 'opens'),
  deniable('pay', 'loan'),
  deniable('bet', 'task'),
  { ...deniable('address', 'said-address'), deniable: false },
  deniable('pay', 'pay', 'fee'),
  deniable('pay', 'owed'),
  deniable('place', 'place'),
  deniable('bet', 'bet', 'for-you'),
  deniable('bet', 'bet', 'sure'),
  deniable('bet', 'next', 'outcome', 'advise'),
];

function deniable(means: Family, ...lists: string[]): Combination {
  return { means, all: lists.map(words), deniable: true };
}

function words(list: string): RegExp {
  const lines = LISTS.get(list) ?? [];
  const parts = lines.map(({ keyword, text }) => {
    if (keyword === 'part') return text;
    return `(?<![\\p{L}\\p{N}])(?:${text})${keyword === 'whole' ? '(?![\\p{L}\\p{N}])' : ''}`;
  });
  if (parts.length === 0) throw new Error(`lexicon.txt has no words for ${list}`);
  return new RegExp(folded(parts.join('|')), 'u');
}

/** The messenger's name in capitals, next to Japanese, Chinese, Korean or Thai letters. */
const LINE = /(?<![A-Za-z])LINE(?![A-Za-z])/;
const WHERE_LINE_IS_ONE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Thai}\p{Script=Hangul}]/u;

/** True if a text names the messenger Line, by its capitals and the script around it. */
export function namesLine(typed: string): boolean {
  return LINE.test(typed) && WHERE_LINE_IS_ONE.test(typed);
}

const DIGITS = /(?<![\p{L}\d/.,:#№-])\d(?:[ -]?\d){6,40}(?![\d/:]|[.,]\d)/gu;
const GROUPED = /^\d{1,3}(?:[ ,.]\d{3}){1,14}$/;
const DATED = /\d{4}-\d{2}-\d{2}|^\d{2}-\d{2}-\d{4}/;
/** Words for a draw or a bet, before its number. */
const DRAW =
  '(?:period|draw|round|slip|bet|тойрог|үе|үеийн|сугалаа|бооцоо|период|тираж|раунд|sorteo|período|ronda|apuesta|kỳ|ván|' +
  'pusingan|cabutan|давр|سحب|جولة|խաղ|խաղարկություն|회차|추첨|รอบ|งวด|期|局|回|第)';
const NAMED_BEFORE = new RegExp(`${DRAW}\\p{L}{0,8}(?: (?:number|no|id)\\.?)?\\s{0,4}[#№:]?\\s{0,4}$`, 'iu');
const NAMED_AFTER = new RegExp(`^(?:-?\\s{0,4}р|-?\\s{0,4}дугаар|\\s{0,4}${DRAW})`, 'iu');
const CURRENCY_AFTER =
  /^\s{0,4}(?:[₮$€£¥₩฿₫]|mnt|төг|төгрөг|cred|оноо|кредит|krw|원|円|jpy|usd|eur|vnd|đ|dong|đồng|cny|元|thb|บาท|ringgit|rm|tjs|сомон|dram|դրամ|درهم|ریال)/iu;

/** True for a row of digits that is no amount, date or draw: an account or a phone number. */
export function hasLongNumber(plain: string): boolean {
  return [...plain.matchAll(DIGITS)].some(({ 0: row, index }) => {
    if (GROUPED.test(row) || DATED.test(row)) return false;
    const before = plain.slice(Math.max(0, index - 24), index);
    const after = plain.slice(index + row.length, index + row.length + 12);
    return !NAMED_BEFORE.test(before) && !NAMED_AFTER.test(after) && !CURRENCY_AFTER.test(after);
  });
}
