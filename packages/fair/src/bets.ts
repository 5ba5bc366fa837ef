/** Bets on the sum of three dice: chances, returns and payouts, all exact. Money is bigint minor units. */
import type { Dice } from './draw.ts';

/** Bet codes in the order in which they are shown. */
export const BETS = [
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

export type Bet = (typeof BETS)[number];

/** Bet codes in the byte order in which a slip's leaf data holds them. */
export const BETS_IN_BYTE_ORDER: readonly Bet[] = [...BETS].sort();

/** Ways to throw each sum from 3 (index 0) to 18 (index 15), out of 216. */
export const SUM_WAYS: readonly number[] = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];
export const OUTCOMES = 216;
const SUMS = SUM_WAYS.map((_, index) => index + 3);
/** Multipliers are integers in 1/10 000 and include the stake. */
export const MULTIPLIER_UNIT = 10_000n;

/** A fraction in lowest terms; `den` is above 0. */
export interface Fraction {
  num: bigint;
  den: bigint;
}

export interface Stake {
  bet: Bet;
  stakeMinor: bigint;
}

/** Multiplier of each bet that a table offers, in 1/10 000. */
export type Multipliers = Partial<Record<Bet, number | bigint>>;

const KNOWN = new Set<unknown>(BETS);

export function isBet(value: unknown): value is Bet {
  return KNOWN.has(value);
}

/** Whether a bet wins on a sum from 3 to 18: 3–10 small, 11–18 big. */
export function winsOnSum(bet: Bet, sum: number): boolean {
  if (!isBet(bet)) throw new TypeError('unknown bet');
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

export function wins(bet: Bet, dice: Dice): boolean {
  return winsOnSum(bet, sumOf(dice));
}

/** Outcomes out of 216 on which the bet wins. */
export function waysOf(bet: Bet): number {
  return SUM_WAYS.reduce((ways, ofSum, index) => ways + (winsOnSum(bet, index + 3) ? ofSum : 0), 0);
}

export function chanceOf(bet: Bet): Fraction {
  return fraction(BigInt(waysOf(bet)), BigInt(OUTCOMES));
}

/** ⌊stake · m / 10 000⌋, stake included. Throws a RangeError on a negative stake or multiplier. */
export function payoutOf(stakeMinor: bigint, multiplier: number | bigint): bigint {
  const m = BigInt(multiplier);
  if (stakeMinor < 0n || m < 0n) throw new RangeError('stake and multiplier are from 0 up');
  return (stakeMinor * m) / MULTIPLIER_UNIT;
}

/**
 * Return to player: the mean payout for one unit of stake. With `stakeMinor`, exact for that stake, rounding down
 * included; without, for a stake that divides evenly.
 */
export function rtpOf(bet: Bet, multiplier: number | bigint, stakeMinor: bigint = MULTIPLIER_UNIT): Fraction {
  if (stakeMinor <= 0n) throw new RangeError('a stake is above 0');
  return fraction(BigInt(waysOf(bet)) * payoutOf(stakeMinor, multiplier), BigInt(OUTCOMES) * stakeMinor);
}

/** The multiplier that returns at most num/den to the player: fair odds × num/den, floored to 1/10 000. */
export function fairMultiplier(bet: Bet, returnNum: number | bigint, returnDen: number | bigint): number {
  const num = BigInt(OUTCOMES) * MULTIPLIER_UNIT * BigInt(returnNum);
  return Number(num / (BigInt(waysOf(bet)) * BigInt(returnDen)));
}

/** What a slip pays on a sum. Throws a TypeError when the table has no multiplier for one of its bets. */
export function payoutOnSum(selections: readonly Stake[], multipliers: Multipliers, sum: number): bigint {
  let total = 0n;
  for (const { bet, stakeMinor } of selections) {
    const multiplier = multipliers[bet];
    if (multiplier === undefined) throw new TypeError(`no multiplier for ${bet}`);
    if (winsOnSum(bet, sum)) total += payoutOf(stakeMinor, multiplier);
  }
  return total;
}

/** The sums on which each bet wins. */
const WINNING_SUMS = new Map(BETS.map((bet) => [bet, SUMS.filter((sum) => winsOnSum(bet, sum))]));

/** The most that a slip can pay, over the 16 sums. Throws a TypeError as `payoutOnSum` does. */
export function greatestPayout(selections: readonly Stake[], multipliers: Multipliers): bigint {
  const onSum = new Array<bigint>(SUMS.length).fill(0n);
  for (const { bet, stakeMinor } of selections) {
    const multiplier = multipliers[bet];
    const winning = WINNING_SUMS.get(bet);
    if (multiplier === undefined || winning === undefined) throw new TypeError(`no multiplier for ${bet}`);
    const paid = payoutOf(stakeMinor, multiplier);
    for (const sum of winning) onSum[sum - 3] = (onSum[sum - 3] ?? 0n) + paid;
  }
  return onSum.reduce((greatest, total) => (total > greatest ? total : greatest), 0n);
}

/** num/den in lowest terms. Throws a RangeError unless num ≥ 0 and den > 0. */
export function fraction(num: bigint, den: bigint): Fraction {
  if (num < 0n || den <= 0n) throw new RangeError('a fraction from 0 up');
  let [a, b] = [num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}
