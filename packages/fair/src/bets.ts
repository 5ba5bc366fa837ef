/** Chances, returns and payouts of bets on three dice, all exact. Money is bigint minor units. */
import {
  BETS,
  type Bet,
  hitsOf,
  isBet,
  isSumBet,
  multipliersIn,
  type NumberBet,
  SUM_BETS,
  THROWS,
  winsOnSum,
} from './bet-codes.ts';
import type { Dice } from './draw.ts';

/** Ways to throw each sum from 3 (index 0) to 18 (index 15), out of 216. */
export const SUM_WAYS: readonly number[] = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];
export const OUTCOMES = 216;
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

/** In 1/10 000. For `n1` to `n6` a list of three: for exactly one, two and three dice that show the number. */
export type Multiplier = number | bigint | readonly (number | bigint)[];

/** Multipliers of each bet that a table offers. */
export type Multipliers = Partial<Record<Bet, Multiplier>>;

/** Outcomes out of 216 that give the bet each of its multipliers. */
const WAYS = new Map(
  BETS.map((bet) => {
    const hits = THROWS.map((dice) => hitsOf(bet, dice));
    return [
      bet,
      [1, 2, 3].slice(0, multipliersIn(bet)).map((hit) => hits.filter((one) => one === hit).length),
    ] as const;
  }),
);

/** Outcomes out of 216 that give the bet each of its multipliers, in their order. Throws a TypeError for no bet. */
export function waysByMultiplier(bet: Bet): readonly number[] {
  const ways = WAYS.get(bet);
  if (ways === undefined) throw new TypeError('unknown bet');
  return ways;
}

/** Outcomes out of 216 on which the bet wins. */
export function waysOf(bet: Bet): number {
  return waysByMultiplier(bet).reduce((total, ways) => total + ways, 0);
}

export function chanceOf(bet: Bet): Fraction {
  return fraction(BigInt(waysOf(bet)), BigInt(OUTCOMES));
}

/** A bet's multipliers as a list. Throws a TypeError unless there are as many as the bet has. */
export function multiplierList(bet: Bet, multiplier: Multiplier): readonly (number | bigint)[] {
  const list = typeof multiplier === 'object' ? multiplier : [multiplier];
  if (list.length !== multipliersIn(bet)) throw new TypeError(`another number of multipliers for ${bet}`);
  return list;
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
export function rtpOf(bet: Bet, multiplier: Multiplier, stakeMinor: bigint = MULTIPLIER_UNIT): Fraction {
  if (stakeMinor <= 0n) throw new RangeError('a stake is above 0');
  const ways = waysByMultiplier(bet);
  const paid = multiplierList(bet, multiplier).reduce<bigint>(
    (total, one, index) => total + BigInt(ways[index] ?? 0) * payoutOf(stakeMinor, one),
    0n,
  );
  return fraction(paid, BigInt(OUTCOMES) * stakeMinor);
}

/** The multiplier that returns at most num/den to the player: fair odds × num/den, floored to 1/10 000. */
export function fairMultiplier(
  bet: Exclude<Bet, NumberBet>,
  returnNum: number | bigint,
  returnDen: number | bigint,
): number {
  const num = BigInt(OUTCOMES) * MULTIPLIER_UNIT * BigInt(returnNum);
  return Number(num / (BigInt(waysOf(bet)) * BigInt(returnDen)));
}

/** The multipliers of a bet that the table offers. Throws a TypeError for another bet, and for what is no bet. */
function offered(bet: Bet, multipliers: Multipliers): readonly (number | bigint)[] {
  const multiplier = multipliers[bet];
  if (multiplier === undefined) throw new TypeError(`no multiplier for ${bet}`);
  if (!isBet(bet)) throw new TypeError('unknown bet');
  return multiplierList(bet, multiplier);
}

/** What a slip pays on three dice. Throws a TypeError when the table has no multiplier for one of its bets. */
export function payoutOnDice(selections: readonly Stake[], multipliers: Multipliers, dice: Dice): bigint {
  let total = 0n;
  for (const { bet, stakeMinor } of selections) {
    const list = offered(bet, multipliers);
    const multiplier = list[hitsOf(bet, dice) - 1];
    if (multiplier !== undefined) total += payoutOf(stakeMinor, multiplier);
  }
  return total;
}

/** An outcome that gives a bet one of its multipliers. `at` is the position of the outcome. */
interface Win {
  at: number;
  hits: number;
}

/** Bets on the sum meet 16 outcomes. */
const WINS_ON_SUMS = new Map<Bet, Win[]>(
  SUM_BETS.map((bet) => [bet, SUM_WAYS.flatMap((_, at) => (winsOnSum(bet, at + 3) ? [{ at, hits: 1 }] : []))]),
);
/** All bets meet 56: the order of the dice does not matter. */
const SORTED_THROWS = THROWS.filter(([a, b, c]) => a <= b && b <= c);
const WINS_ON_THROWS = new Map<Bet, Win[]>(
  BETS.map((bet) => [
    bet,
    SORTED_THROWS.map((dice, at) => ({ at, hits: hitsOf(bet, dice) })).filter(({ hits }) => hits > 0),
  ]),
);

/** The most that a slip can pay, over all outcomes. Throws a TypeError as `payoutOnDice` does. */
export function greatestPayout(selections: readonly Stake[], multipliers: Multipliers): bigint {
  const isOnSums = selections.every(({ bet }) => isSumBet(bet));
  const [winsOf, count] = isOnSums ? [WINS_ON_SUMS, SUM_WAYS.length] : [WINS_ON_THROWS, SORTED_THROWS.length];
  const onOutcome = new Array<bigint>(count).fill(0n);
  for (const { bet, stakeMinor } of selections) {
    const paid = offered(bet, multipliers).map((one) => payoutOf(stakeMinor, one));
    for (const { at, hits } of winsOf.get(bet) ?? []) onOutcome[at] = (onOutcome[at] ?? 0n) + (paid[hits - 1] ?? 0n);
  }
  return onOutcome.reduce((greatest, total) => (total > greatest ? total : greatest), 0n);
}

/** num/den in lowest terms. Throws a RangeError unless num ≥ 0 and den > 0. */
export function fraction(num: bigint, den: bigint): Fraction {
  if (num < 0n || den <= 0n) throw new RangeError('a fraction from 0 up');
  let [a, b] = [num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}
