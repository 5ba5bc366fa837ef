import { BETS, hitsOf, isNumberBet, THROWS } from '@tercet/fair';

/** Number of multipliers of the full layout, as `storedMultipliers` orders them. */
export const RATES = 66;
/** Distance of the second and third multiplier of a bet on one number from the first. */
const NEXT_RATE = [0, 34, 40];

/** The distribution of a period's payout over the 216 outcomes, in integers that add up over periods. */
export interface PayoutSpread {
  /** Sum of the payouts of all outcomes. Expected payout = this / 216. */
  sum: bigint;
  /** 216 × the sum of their squares - the square of their sum. Variance = this / 216². */
  spread: bigint;
}

/**
 * Exact distribution of the payout of a set of bets on one draw. `dues[i]` is what multiplier i pays on all of them
 * together, in minor units, each bet rounded down as the settlement does. All bets share the dice, so their payouts are
 * added per outcome before they are squared. Source of the formula: the variance of a discrete uniform variable,
 * Var(X) = E(X²) - E(X)², here over the outcomes of `THROWS`.
 */
export function payoutSpread(dues: readonly bigint[]): PayoutSpread {
  let sum = 0n;
  let squares = 0n;
  for (const { rates, weight } of OUTCOMES) {
    const payout = rates.reduce((total, rate) => total + (dues[rate] ?? 0n), 0n);
    sum += weight * payout;
    squares += weight * payout * payout;
  }
  return { sum, spread: BigInt(THROWS.length) * squares - sum * sum };
}

interface Outcome {
  /** Positions of the multipliers that apply. */
  rates: readonly number[];
  /** Number of outcomes with the same dice in another order. */
  weight: bigint;
}

const OUTCOMES: readonly Outcome[] = [...Map.groupBy(THROWS, (dice) => [...dice].sort().join('')).values()].flatMap(
  (same) => {
    const [dice] = same;
    if (dice === undefined) return [];
    const rates = BETS.flatMap((bet, index) => {
      const hits = hitsOf(bet, dice);
      return hits === 0 ? [] : [index + (isNumberBet(bet) ? (NEXT_RATE[hits - 1] ?? 0) : 0)];
    });
    return [{ rates, weight: BigInt(same.length) }];
  },
);
