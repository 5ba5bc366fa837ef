import { formatMinorParts, type MoneyFormat, PLAY } from '@tercet/money';
import type { StatementLine } from '../ledger/statement-lines.ts';
import { describeLine, type SlipName } from './describe.ts';
import { isolate, leftToRight } from './pdf/bidi-runs.ts';
import type { PrintDocument, Row, Sum } from './pdf/document.ts';
import type { MonthOfMember } from './read-month.ts';
import { fill, type Language } from './words.ts';

/** House, member and language of a document. */
export interface Letterhead {
  house: string;
  mode: 'play' | 'live';
  currency: string;
  exponent: number;
  /** Address of the club's pages, such as `https://club.example`; null when unknown. Then there are no links. */
  url: string | null;
  /** Name of the house's public book. */
  book: string;
  userName: string;
  language: Language;
}

/** A slip as shown on a receipt. */
export interface SlipFacts extends SlipName {
  drawId: string;
  bets: { bet: string; stakeMinor: bigint }[];
  /** Null until drawn. */
  dice: number[] | null;
}

/**
 * Receipt of an act, with all its movements or those of one kind. `lines` has at least one, oldest first. `traceRef` is
 * the bank's reference of a payout.
 */
export function receiptDocument(
  head: Letterhead,
  lines: readonly StatementLine[],
  slip: SlipFacts | null,
  traceRef: string | null = null,
): PrintDocument {
  const { words } = head.language;
  const main = lines[0];
  const last = lines.at(-1);
  if (!main || !last) throw new Error('a receipt needs at least one transfer');
  return {
    ...commonOf(head),
    title: words.receipt,
    subtitle: describeLine(main, words, undefined),
    headline: sumOf(head, main.availableDelta === 0n ? main.heldDelta : main.availableDelta),
    figures: [],
    facts: [
      { label: words.member, value: isolate(head.userName) },
      { label: words.reference, value: leftToRight(main.ref) },
      ...(traceRef === null ? [] : [{ label: words.traceRef, value: leftToRight(traceRef) }]),
      ...(slip ? slipFacts(head, slip) : []),
    ],
    table: {
      title: words.movements,
      columns: [
        { title: words.time, is: 'time' },
        { title: words.what, is: 'words' },
        { title: words.amount, is: 'number' },
        { title: words.available, is: 'number' },
      ],
      rows: lines.map((line) => rowOf(head, line, slip ?? undefined, false)),
    },
    remarks: [],
    check: {
      title: words.check,
      steps: [
        ...(slip && head.url !== null ? [linkStep(head, `${head.url}/Verify?draw=${slip.drawId}`)] : []),
        ...stepsOf(head),
      ],
    },
    atMs: last.atMs,
  };
}

function linkStep({ language: { words } }: Letterhead, url: string): string {
  return fill(words.checkDraw, { url: leftToRight(url) });
}

/**
 * Monthly statement. When there are too many lines, it lists days instead. `slips` is keyed by the `ref` of their
 * lines.
 */
export function monthDocument(
  head: Letterhead,
  month: MonthOfMember,
  slips: ReadonlyMap<string, SlipName>,
): PrintDocument {
  const { words } = head.language;
  const count = isolate(numberText(head, BigInt(month.count)));
  const figure = (label: string, minor: bigint) => ({ label, sum: sumOf(head, minor, 'auto') });
  const { opening, closing, sums } = month;
  return {
    ...commonOf(head),
    title: words.statement,
    subtitle: monthText(month.month, head.language.locale),
    headline: null,
    figures: [
      figure(words.opening, opening.available),
      figure(words.came, sums.in),
      figure(words.went, sums.out),
      figure(words.closing, closing.available),
    ],
    facts: [
      { label: words.member, value: isolate(head.userName) },
      ...(opening.held === 0n && closing.held === 0n
        ? []
        : [{ label: words.held, value: heldText(head, opening.held, closing.held) }]),
    ],
    table: month.count === 0 ? null : tableOf(head, month, slips),
    remarks: [
      ...(month.count === 0 ? [words.noMovements] : []),
      ...(month.lines === null ? [fill(words.manyMovements, { count })] : []),
      ...(month.isOver ? [] : [words.notOver]),
    ],
    check: { title: words.check, steps: stepsOf(head) },
    atMs: Date.parse(`${month.month}-01T00:00:00Z`),
  };
}

function commonOf(head: Letterhead) {
  const { language, house, mode } = head;
  return {
    locale: language.locale,
    direction: language.direction,
    house,
    note: mode === 'play' ? language.words.play : null,
    page: language.words.page,
  };
}

function stepsOf({ language: { words }, house, url, book }: Letterhead): string[] {
  const where = url === null ? isolate(house) : leftToRight(url);
  return [fill(words.checkLedger, { url: where }), fill(words.checkOwed, { book: leftToRight(book) })];
}

function slipFacts(head: Letterhead, slip: SlipFacts): PrintDocument['facts'] {
  const { words } = head.language;
  const bets = slip.bets.map(({ bet, stakeMinor }) =>
    isolate(fill(words.betOf, { bet: betText(head.language, bet), stake: leftToRight(amountText(head, stakeMinor)) })),
  );
  const dice = slip.dice && `${slip.dice.join(' + ')} = ${slip.dice.reduce((sum, one) => sum + one, 0)}`;
  return [
    { label: words.lottery, value: isolate(slip.lottery) },
    { label: words.draw, value: leftToRight(slip.drawId) },
    { label: words.bets, value: bets.join(' · ') },
    ...(dice === null ? [] : [{ label: words.dice, value: leftToRight(dice) }]),
  ];
}

function betText({ words }: Language, bet: string): string {
  const sum = /^s(\d+)$/.exec(bet)?.[1];
  if (sum !== undefined) return fill(words.bet.sum, { sum: leftToRight(sum) });
  const [, kind, face, second] = /^([npdt])([1-6])?([1-6])?$/.exec(bet) ?? [];
  if (kind === 't' && face === undefined) return words.bet.anyTriple;
  if (kind === 'p') return fill(words.bet.pair, { first: leftToRight(face ?? ''), second: leftToRight(second ?? '') });
  const name = { n: words.bet.number, d: words.bet.double, t: words.bet.triple }[kind ?? ''];
  if (name !== undefined) return fill(name, { face: leftToRight(face ?? '') });
  return Object.hasOwn(words.bet, bet) ? words.bet[bet as keyof typeof words.bet] : bet;
}

function tableOf(
  head: Letterhead,
  { lines, days }: MonthOfMember,
  slips: ReadonlyMap<string, SlipName>,
): PrintDocument['table'] {
  const { words } = head.language;
  const what = { title: words.what, is: 'words' } as const;
  const numbers = (...titles: string[]) => titles.map((title) => ({ title, is: 'number' as const }));
  if (lines) {
    return {
      title: words.movements,
      columns: [{ title: words.time, is: 'time' }, what, ...numbers(words.amount, words.available)],
      rows: lines.map((line) => rowOf(head, line, slips.get(line.ref), true)),
    };
  }
  return {
    title: words.movements,
    columns: [{ title: words.day, is: 'time' }, what, ...numbers(words.came, words.went, words.available)],
    rows: days.map((day) => ({
      cells: [
        day.day,
        fill(words.countOf, { count: isolate(numberText(head, BigInt(day.count))) }),
        ...[day.in, day.out, day.availableAfter].map((minor) => amountText(head, minor)),
      ],
      small: null,
    })),
  };
}

function rowOf(head: Letterhead, line: StatementLine, slip: SlipName | undefined, withRef: boolean): Row {
  const { words } = head.language;
  const what = describeLine(line, words, slip, isolate);
  const held = line.availableDelta === 0n && line.heldDelta !== 0n;
  return {
    cells: [
      timeText(line.atMs),
      // A movement of the held balance alone is shown in words, because the amount column is for the available
      // balance.
      held ? `${what} (${words.held}: ${leftToRight(amountText(head, line.heldDelta, 'exceptZero'))})` : what,
      amountText(head, line.availableDelta, 'exceptZero'),
      amountText(head, line.availableAfter),
    ],
    small: withRef ? line.ref : null,
  };
}

function heldText(head: Letterhead, opening: bigint, closing: bigint): string {
  const { words } = head.language;
  const sums = [
    [words.opening, opening],
    [words.closing, closing],
  ] as const;
  return sums.map(([label, minor]) => isolate(`${label} ${leftToRight(amountText(head, minor))}`)).join(' · ');
}

/** Formats a time like `2026-11-22 01:09:47`, which is unambiguous everywhere. */
function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

function monthText(month: string, locale: string): string {
  const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, style).format(Date.parse(`${month}-01T00:00:00Z`));
}

function numberText(head: Letterhead, count: bigint): string {
  return partsOf({ currency: PLAY, exponent: 0 }, head, count).number;
}

function amountText(head: Letterhead, minor: bigint, sign: MoneyFormat['sign'] = 'auto'): string {
  return partsOf({ currency: PLAY, exponent: head.exponent, sign }, head, minor).number;
}

function sumOf(head: Letterhead, minor: bigint, sign: MoneyFormat['sign'] = 'exceptZero'): Sum {
  const { number } = partsOf({ currency: PLAY, exponent: head.exponent, sign }, head, minor);
  return { number, unit: head.currency === PLAY ? head.language.words.credits : head.currency };
}

/** Formats a number in Latin digits, because documents are shown to other people. */
function partsOf(format: Omit<MoneyFormat, 'locale'>, head: Letterhead, minor: bigint): { number: string } {
  const locale = `${head.language.locale}-u-nu-latn`;
  const parts = formatMinorParts(minor, { ...format, locale });
  return {
    number: parts
      .map(({ text }) => text)
      .join('')
      .replace(/[\u061c\u200e\u200f]/g, ''),
  };
}
