import { BETS, type Multipliers, NUMBER_BETS, payoutOnDice, THROWS } from '@tercet/fair';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutOf, storedMultipliers } from '../../lottery/tables.ts';
import { payoutSpread, RATES } from './payout-spread.ts';

/** Multipliers in 1/10,000 of a full layout; only their order matters here. */
const MULTIPLIERS = Object.fromEntries(
  BETS.map((bet, index) => {
    const first = 10_007 + index * 1_013;
    const isNumber = (NUMBER_BETS as readonly string[]).includes(bet);
    return [bet, isNumber ? [first, first * 2 + 1, first * 3 + 2] : [first]];
  }),
) as unknown as Multipliers;

test('the spread of a payout is that of the 216 outcomes, each paid as a verifier pays it', () => {
  const rates = storedMultipliers(MULTIPLIERS);
  expect(rates).toHaveLength(RATES);
  const layout = layoutOf(MULTIPLIERS as never);
  const slip = fc.uniqueArray(fc.tuple(fc.nat({ max: BETS.length - 1 }), fc.bigInt(1n, 10n ** 9n)), {
    selector: ([bet]) => bet,
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(slip, { maxLength: 5 }), (slips) => {
      const dues = Array.from({ length: RATES }, (_, rate) => {
        const place = rate < 54 ? rate : rate < 60 ? rate - 34 : rate - 40;
        const stakes = slips.flat().filter(([bet]) => bet === place);
        return stakes.reduce((sum, [, stake]) => sum + (stake * BigInt(rates[rate] ?? 0)) / 10_000n, 0n);
      });
      const payouts = THROWS.map((dice) =>
        slips.reduce((sum, bets) => {
          const selections = bets.map(([bet, stakeMinor]) => ({ bet: layout[bet] ?? 'small', stakeMinor }));
          return sum + payoutOnDice(selections as never, MULTIPLIERS, dice);
        }, 0n),
      );
      const sum = payouts.reduce((a, b) => a + b, 0n);
      const squares = payouts.reduce((a, b) => a + b * b, 0n);
      expect(payoutSpread(dues)).toEqual({ sum, spread: 216n * squares - sum * sum });
    }),
    { numRuns: 60 },
  );
});

test('without bets nothing is expected, and one sure bet has no spread', () => {
  expect(payoutSpread([])).toEqual({ sum: 0n, spread: 0n });
  // Small and big for the same amount pay the same whatever falls.
  expect(payoutSpread([100n, 100n])).toEqual({ sum: 21_600n, spread: 0n });
  expect(payoutSpread([100n])).toEqual({ sum: 10_800n, spread: 216n * 108n * 10_000n - 10_800n * 10_800n });
});
