import { withAsciiDigits } from '../digits.ts';
import type { RefusalCode } from '../refusal.ts';
import { hasCardNumber } from './no-card-numbers.ts';
import { leadsMoneyOut } from './no-money-words.ts';
import { askedIn } from './staff-words-asked.ts';
import { ADVICE, DEMANDS, ELSEWHERE, GIFTS, SECRETS } from './staff-words-families.ts';
import { type Family, familyOf, hasLongNumber } from './staff-words-lexicon.ts';
import { ACCOUNTS, BETS, COIN_NAMES, HANDLES, HOSTS, type Rule, TRANSFERS } from './staff-words-rules.ts';

/** Letters and marks that nobody sees. Joiners also part the words of some scripts, so that they leave no trace. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}|[\u0300-\u036f]|\u2800/gu;
/** Of the words before, only the end goes on in the next. */
const TAIL_LENGTH = 200;

/** What looks like a Latin letter, in Cyrillic, Greek, Armenian and small capitals. */
const LIKE_LATIN: Readonly<Record<string, string>> = {
  ...pairs('аАɑαΑ', 'a'),
  ...pairs('вВβΒЬ', 'b'),
  ...pairs('сСϲⅽ', 'c'),
  ...pairs('ԁɗ', 'd'),
  ...pairs('еЕεΕэҽ', 'e'),
  ...pairs('ɡցց', 'g'),
  ...pairs('нНһΗհ', 'h'),
  ...pairs('іІιΙıӀ', 'i'),
  ...pairs('јЈ', 'j'),
  ...pairs('кКκΚ', 'k'),
  ...pairs('мМΜ', 'm'),
  ...pairs('ոΝ', 'n'),
  ...pairs('оОοΟօσ', 'o'),
  ...pairs('рРρΡ', 'p'),
  ...pairs('ԛզ', 'q'),
  ...pairs('ѕЅ', 's'),
  ...pairs('тТτΤ', 't'),
  ...pairs('υսԱ', 'u'),
  ...pairs('ν', 'v'),
  ...pairs('ԝѡω', 'w'),
  ...pairs('хХχΧ', 'x'),
  ...pairs('уУүҮγΥ', 'y'),
};
/** And the other way round, for words of Cyrillic that borrow Latin letters. */
const LIKE_CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aаbвcсeеhнiіkкmмoоpрtтxхyу'].reduce<string[][]>((made, sign, index, all) => {
    if (index % 2 === 0) made.push([sign, all[index + 1] ?? sign]);
    return made;
  }, []),
);
/** Digits and signs that stand for letters, between letters. */
const LIKE_LETTERS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function pairs(signs: string, letter: string): Record<string, string> {
  return Object.fromEntries([...signs].map((sign) => [sign, letter]));
}

/**
 * Why staff may not write this to a member; null: they may. Staff explain; they never name an account to pay to, lead
 * out of the app, ask for money, or say what to bet. `before` are their last words in the same thread, the oldest
 * first: what is parted over several is found in them together.
 */
export function faultOfStaffWords(typed: string, before: readonly string[] = []): RefusalCode | null {
  const own = faultIn(typed);
  if (own !== null || before.length === 0) return own;
  const tails = before.map((words) => words.slice(-TAIL_LENGTH));
  for (let from = tails.length - 1; from >= 0; from--) {
    const parts = [...tails.slice(from), typed];
    const known = tails.slice(from);
    for (const glue of [' ', '']) {
      const fault = faultIn(parts.join(glue));
      // What the words before say by themselves was judged when they were written.
      if (fault !== null && faultIn(known.join(glue)) !== fault) return fault;
    }
  }
  return null;
}

function faultIn(typed: string): RefusalCode | null {
  const plain = withAsciiDigits(typed.normalize('NFKD').replaceAll(UNSEEN, '').normalize('NFKC'))
    .replaceAll(/[。．｡․]/gu, '.')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\p{Zs}\t]+/gu, ' ');
  const cased = mapped(plain, LIKE_LATIN);
  if ([plain, cased].some((text) => hasCardNumber(separated(text)) || hasCardNumber(text))) return 'card-bad';
  if ([plain, cased].some((text) => leadsMoneyOut(text) || leadsMoneyOut(undotted(text)))) return 'words-lead-out';
  const views = viewsOf(plain);
  if (meets(views, HOSTS)) return 'words-lead-out';
  if (meets(views, ACCOUNTS)) return 'words-account';
  if (meets(views, COIN_NAMES)) return 'words-account';
  if (meets(views, HANDLES)) return 'words-messenger';
  if (meets(views, TRANSFERS)) return 'words-pay';
  if (meetsInClause(views, ELSEWHERE)) return 'words-messenger';
  if (meetsInClause(views, [...DEMANDS, ...GIFTS, ...SECRETS])) return 'words-pay';
  if (meets(views, BETS) || meetsInClause(views, ADVICE)) return 'words-bet';
  if (hasLongNumber(plain)) return 'words-account';
  return familyIn(plain, views);
}

function meets(views: readonly string[], rules: readonly Rule[]): boolean {
  return rules.some(({ is, not }) =>
    views.some((view) => sentencesOf(view).some((sentence) => is.test(sentence) && !not?.test(sentence))),
  );
}

/** What is denied is excused where it is denied, and not in what goes before. */
function meetsInClause(views: readonly string[], rules: readonly Rule[]): boolean {
  return rules.some(({ is, not }) =>
    views.some((view) =>
      sentencesOf(view).some((one) =>
        [...one.matchAll(new RegExp(is, 'gu'))].some(
          ({ 0: said, index }) =>
            !not?.test(
              `${one
                .slice(0, index)
                .split(/[,;:，、،]/u)
                .at(-1)}${said}${tailOf(one.slice(index + said.length))}`,
            ),
        ),
      ),
    ),
  );
}

const CODES: Record<Family, RefusalCode> = {
  pay: 'words-pay',
  place: 'words-messenger',
  bet: 'words-bet',
  address: 'words-lead-out',
};

/** What words do that belong together, in whatever order. */
function familyIn(plain: string, views: readonly string[]): RefusalCode | null {
  for (const view of views) {
    for (const sentence of sentencesOf(view)) {
      const family = askedIn(sentence) ?? familyOf(sentence, plain);
      if (family !== null) return CODES[family];
    }
  }
  const spelled = closed(plain.toLowerCase()).replaceAll(/\s*\.\s*(?=\p{L}{2,})/gu, '.');
  return spelled !== plain.toLowerCase() && leadsMoneyOut(spelled) ? 'words-lead-out' : null;
}

/** What still belongs to the clause. */
function tailOf(rest: string): string {
  return rest.split(/[,;:，、،]/u)[0] ?? '';
}

/** Rules are about one sentence: what one says, another does not excuse. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？\n…;])\s+|\n+|[。！？]/u).filter((one) => one.trim() !== '');
}

/** The same words as they may be meant: with lookalikes, digits for letters, letters set apart. */
function viewsOf(plain: string): string[] {
  const lower = plain.toLowerCase();
  const latin = mapped(lower, LIKE_LATIN);
  const lettered = latin.replaceAll(/(?<=\p{L})[0134579@$!](?=\p{L})/gu, (sign) => LIKE_LETTERS[sign] ?? sign);
  const cyrillic = mapped(lower, LIKE_CYRILLIC);
  const views = [lower, latin, lettered, cyrillic];
  return [...new Set([...views, ...views.map(closed), ...views.map(joined)])];
}

/** `b e t` and `b.e.t` are `bet`; two spaces, or what is longer than a letter, end a word. */
function closed(text: string): string {
  return text.replaceAll(/(?<!\p{L})\p{L}(?:[ .\-_*|/]\p{L}(?!\p{L})){2,}/gu, (word) =>
    word.replaceAll(/[^\p{L}]/gu, ''),
  );
}

/** `te.le.gram`, `b-e-t`: a sign inside a word. */
function joined(text: string): string {
  return text.replaceAll(/(?<=\p{L})[.\-_*|·'’](?=\p{L})/gu, '');
}

function mapped(text: string, like: Readonly<Record<string, string>>): string {
  return [...text].map((sign) => like[sign] ?? sign).join('');
}

/** Digits in groups, however they are parted. */
function separated(text: string): string {
  return text.replaceAll(/(?<=\d)[ .\-_/,·|*]{1,3}(?=\d)/gu, ' ');
}

/** `evil dot com`, `evil [.] com`. */
function undotted(text: string): string {
  return text.replaceAll(/\s*[([{]\s*(?:\.|dot|точка|цэг)\s*[)\]}]\s*|\s+(?:dot|точка|цэг)\s+/giu, '.');
}
