/** Codes of bets on three dice, and what wins. */
import type { Dice } from './draw.ts';

/** Bets on the sum, in the order in which they are shown. Every table offers them. */
export const SUM_BETS = [
  'small',
  'big',
  'odd',
  'even',
  's3',
  's4',
  's5',
  's6',
  's7',
  's8',
  's9',
  's10',
  's11',
  's12',
  's13',
  's14',
  's15',
  's16',
  's17',
  's18',
] as const;

/** Bets on one number. They pay by how many dice show it, and so have three multipliers. */
export const NUMBER_BETS = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'] as const;

/** Bets that only tables with the full Sic Bo layout offer: numbers, pairs, doubles, triples, any triple. */
const SIC_BO_BETS = [
  ...NUMBER_BETS,
  ...([
    'p12',
    'p13',
    'p14',
    'p15',
    'p16',
    'p23',
    'p24',
    'p25',
    'p26',
    'p34',
    'p35',
    'p36',
    'p45',
    'p46',
    'p56',
  ] as const),
  ...(['d1', 'd2', 'd3', 'd4', 'd5', 'd6'] as const),
  ...(['t1', 't2', 't3', 't4', 't5', 't6', 't'] as const),
] as const;

/** All bet codes in the order in which they are shown. Slips store stakes by position, so positions never change. */
export const BETS = [...SUM_BETS, ...SIC_BO_BETS] as const;

export type SumBet = (typeof SUM_BETS)[number];
export type NumberBet = (typeof NUMBER_BETS)[number];
export type Bet = (typeof BETS)[number];

/** Bet codes in the byte order in which a slip's leaf data holds them. */
export const BETS_IN_BYTE_ORDER: readonly Bet[] = [...BETS].sort();

/** The 216 outcomes of three dice, in ascending order. */
export const THROWS: readonly Dice[] = Array.from({ length: 216 }, (_, index) => [
  Math.floor(index / 36) + 1,
  (Math.floor(index / 6) % 6) + 1,
  (index % 6) + 1,
]);

const KNOWN = new Set<unknown>(BETS);
const ON_SUM = new Set<unknown>(SUM_BETS);
const ON_NUMBER = new Set<unknown>(NUMBER_BETS);

export function isBet(value: unknown): value is Bet {
  return KNOWN.has(value);
}

export function isSumBet(bet: Bet): bet is SumBet {
  return ON_SUM.has(bet);
}

export function isNumberBet(bet: Bet): bet is NumberBet {
  return ON_NUMBER.has(bet);
}

/** Number of multipliers of a bet: three for `n1` to `n6`, one for every other. */
export function multipliersIn(bet: Bet): 1 | 3 {
  return isNumberBet(bet) ? 3 : 1;
}

/** Whether a bet on the sum wins on a sum from 3 to 18: 3–10 small, 11–18 big. */
export function winsOnSum(bet: SumBet, sum: number): boolean {
  if (!ON_SUM.has(bet)) throw new TypeError('no bet on the sum');
  if (!Number.isInteger(sum) || sum < 3 || sum > 18) throw new RangeError('a sum is from 3 to 18');
  if (bet === 'small') return sum <= 10;
  if (bet === 'big') return sum >= 11;
  if (bet === 'odd') return sum % 2 === 1;
  if (bet === 'even') return sum % 2 === 0;
  return bet === `s${sum}`;
}

/** Sum of three dice. Throws a RangeError unless there are three faces from 1 to 6. */
export function sumOf(dice: Dice): number {
  if (dice.length !== 3 || !dice.every((die) => Number.isInteger(die) && die >= 1 && die <= 6)) {
    throw new RangeError('three dice from 1 to 6');
  }
  return dice[0] + dice[1] + dice[2];
}

/**
 * Which of a bet's multipliers the dice give it, from 1; 0 if it loses. For `n1` to `n6`: how many dice show the
 * number. Throws a TypeError for an unknown bet, a RangeError for dice that are none.
 */
export function hitsOf(bet: Bet, dice: Dice): 0 | 1 | 2 | 3 {
  const sum = sumOf(dice);
  if (!isBet(bet)) throw new TypeError('unknown bet');
  if (isSumBet(bet)) return winsOnSum(bet, sum) ? 1 : 0;
  const shown = (face: number) => dice.filter((die) => die === face).length;
  const [kind, first, second] = [bet[0], Number(bet[1]), Number(bet[2])];
  if (kind === 'n') return shown(first) as 0 | 1 | 2 | 3;
  if (kind === 'p') return shown(first) > 0 && shown(second) > 0 ? 1 : 0;
  if (kind === 'd') return shown(first) >= 2 ? 1 : 0;
  return shown(bet === 't' ? dice[0] : first) === 3 ? 1 : 0;
}

export function wins(bet: Bet, dice: Dice): boolean {
  return hitsOf(bet, dice) > 0;
}
