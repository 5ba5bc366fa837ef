import { inLatin } from '../lookalikes.ts';
import { inSlices } from '../process/time-slicing.ts';
import type { RefusalCode } from '../refusal.ts';
import { hasCardNumber } from './card-numbers.ts';
import { COMBINATIONS, type Combination, DENIED, type Family, hasLongNumber, namesLine } from './lexicon.ts';
import { leadsMoneyOut } from './money-words.ts';
import { RULES, type Rule } from './rules.ts';
import { closed, plainOf, separated, undotted, type View, viewsOf } from './text-views.ts';

/** A pattern may span two texts: the end of the earlier ones is read with the beginning of the new one. */
const TAIL_LENGTH = 200;
const HEAD_LENGTH = 600;

/**
 * Why staff may not send this text to a member; null if they may. Staff explain. They never name an account to pay to,
 * lead out of the app, demand money or advise a bet. `before` are their last texts in the same conversation, oldest
 * first, to find a demand split over several. Runs in slices, so that other requests are served in between.
 */
export function faultOfStaffWords(typed: string, before: readonly string[] = []): Promise<RefusalCode | null> {
  return inSlices(judgeStaffWords(typed, before));
}

type Verdict = Generator<void, RefusalCode | null>;

/** The same in steps, for callers that judge several texts: one run of `inSlices` must hold all of them. */
export function* judgeStaffWords(typed: string, before: readonly string[] = []): Verdict {
  const own = yield* firstTextFault(typed);
  if (own !== null || before.length === 0) return own;
  const tails = before.map((words) => words.slice(-TAIL_LENGTH));
  const head = typed.slice(0, HEAD_LENGTH);
  for (let from = tails.length - 1; from >= 0; from--) {
    const known = tails.slice(from);
    for (const glue of [' ', '']) {
      const fault = yield* firstTextFault([...known, head].join(glue));
      // Earlier texts were judged when they were written, so a fault in them alone does not count.
      if (fault !== null && (yield* firstTextFault(known.join(glue))) !== fault) return fault;
    }
  }
  return null;
}

function* firstTextFault(typed: string): Verdict {
  const plain = plainOf(typed);
  yield;
  const cased = inLatin(plain);
  yield;
  for (const text of [plain, cased]) {
    if (hasCardNumber(separated(text)) || hasCardNumber(text)) return 'card-bad';
    yield;
  }
  for (const text of [plain, cased]) {
    if (leadsMoneyOut(text)) return 'words-lead-out';
    yield;
    if (leadsMoneyOut(undotted(text))) return 'words-lead-out';
    yield;
  }
  const views = yield* viewsOf(plain);
  if (yield* meets(views, RULES.hosts)) return 'words-lead-out';
  if (yield* meets(views, RULES.accounts)) return 'words-account';
  if (yield* meets(views, RULES['coin-names'])) return 'words-account';
  if (yield* meets(views, RULES.handles)) return 'words-messenger';
  if (yield* meets(views, RULES.transfers)) return 'words-pay';
  if (yield* meetsInClause(views, RULES.elsewhere)) return 'words-messenger';
  if (yield* meetsInClause(views, DEMANDED)) return 'words-pay';
  if ((yield* meets(views, RULES.bets)) || (yield* meetsInClause(views, RULES.advice))) return 'words-bet';
  if (hasLongNumber(plain)) return 'words-account';
  yield;
  return yield* familyIn(plain, views);
}

const DEMANDED: readonly Rule[] = [...RULES.demands, ...RULES.gifts, ...RULES.secrets];

function* meets(views: readonly View[], rules: readonly Rule[]): Generator<void, boolean> {
  for (const { is, not, anywhere } of rules) {
    for (const view of views) {
      yield;
      if (!anywhere.test(view.text)) continue;
      yield;
      if (view.sentences.some((one) => one.search(is) >= 0 && !not?.test(one))) return true;
    }
  }
  return false;
}

/** A negation excuses its own clause, not the clauses before it. */
function* meetsInClause(views: readonly View[], rules: readonly Rule[]): Generator<void, boolean> {
  for (const { is, not, anywhere } of rules) {
    for (const view of views) {
      yield;
      if (!anywhere.test(view.text)) continue;
      for (const one of view.sentences) {
        yield;
        if (clausesAround(one, is).some((clauses) => !not?.test(clauses))) return true;
      }
    }
  }
  return false;
}

const CLAUSE_END = /[,;:，、،]/gu;

/** The clauses around each match of a pattern, from comma to comma, without duplicates. */
function clausesAround(sentence: string, is: RegExp): string[] {
  const ends = [...sentence.matchAll(CLAUSE_END)].map(({ index }) => index);
  const found = new Map<string, string>();
  let next = 0;
  for (const { 0: stated, index } of sentence.matchAll(is)) {
    while ((ends[next] ?? sentence.length) < index) next += 1;
    const from = next === 0 ? 0 : (ends[next - 1] ?? 0) + 1;
    let last = next;
    while ((ends[last] ?? sentence.length) < index + stated.length) last += 1;
    const to = ends[last] ?? sentence.length;
    found.set(`${from} ${to}`, sentence.slice(from, to));
  }
  return [...found.values()];
}

const CODES: Record<Family, RefusalCode> = {
  pay: 'words-pay',
  place: 'words-messenger',
  bet: 'words-bet',
  address: 'words-lead-out',
};

/** The meaning of words that occur together in a sentence, in any order. */
function* familyIn(plain: string, views: readonly View[]): Verdict {
  const saysLine = namesLine(plain);
  for (const view of views) {
    for (const combination of COMBINATIONS) {
      yield;
      if (matches(view, combination)) return CODES[combination.means];
    }
    yield;
    if (saysLine && view.sentences.some((one) => !DENIED.test(one))) return CODES.place;
  }
  const spelled = closed(plain.toLowerCase()).replaceAll(/\s{0,3}\.\s{0,3}(?=\p{L}{2})/gu, '.');
  yield;
  return spelled !== plain.toLowerCase() && leadsMoneyOut(spelled) ? 'words-lead-out' : null;
}

function matches({ text, sentences }: View, { all, deniable }: Combination): boolean {
  if (!all.every((words) => words.test(text))) return false;
  return sentences.some((one) => all.every((words) => words.test(one)) && !(deniable && DENIED.test(one)));
}
