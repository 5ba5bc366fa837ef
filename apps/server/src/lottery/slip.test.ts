import {
  BETS,
  type Bet,
  commitmentOf,
  hitsOf,
  isBet,
  leafHash,
  payoutOf,
  type Stake,
  SUM_BETS,
  slipLeafData,
  toHex,
} from '@tercet/fair';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testBeacon } from '../../tests/kit/beacon.ts';
import { ORIGIN, tableOnPaper } from '../../tests/kit/lotteries.ts';
import { newId } from '../db/ids.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';
import type { Lottery } from './catalogue.ts';
import { leafDataOf, type PreparedSlip, prepareSlip, stakesByPlace } from './slip.ts';

const NOW_MS = 1_784_592_600_000;
const beacon = testBeacon({ nowMs: () => NOW_MS, set: async () => {}, forward: async () => {} });
const plan = { key: 'dice-60', periodSeconds: 60, stakeMin: 1n, stakeMax: 10n ** 12n, slipMax: 2n * 10n ** 13n };
const table = tableOnPaper(plan, beacon, '11'.repeat(32));
const sicBo = tableOnPaper({ ...plan, slipMax: 6n * 10n ** 13n, layout: 'sic-bo' }, beacon, '11'.repeat(32));
const lottery = { id: 1, periodSeconds: 60, key: 'dice-60' } as Lottery;
const PERIOD = 29_743_210;

function identityOf(userName: string): Identity {
  return { bucket: 5, memberId: newId(), userName, tokenHash: Buffer.alloc(32), restricted: false };
}

function prepare(selections: readonly Stake[], { userName = 'mira', key = newId(), of = table } = {}): PreparedSlip {
  const request = { key, drawId: `dice-60/${PERIOD}`, selections };
  return prepareSlip(identityOf(userName), lottery, of, PERIOD, request);
}

const slipsOf = (bets: readonly Bet[]): fc.Arbitrary<Stake[]> =>
  fc.uniqueArray(fc.record({ bet: fc.constantFrom(...bets), stakeMinor: fc.bigInt(1n, 10n ** 12n) }), {
    selector: (stake) => stake.bet,
    minLength: 1,
    maxLength: bets.length,
  });
const slips = slipsOf(SUM_BETS);

const FACES = [1, 2, 3, 4, 5, 6];
const OUTCOMES = FACES.flatMap((a) => FACES.flatMap((b) => FACES.map((c): [number, number, number] => [a, b, c])));

test('the leaf is the one that the protocol asks for, whatever is bet and whoever bets', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(slips, names, fc.integer({ min: 0, max: 2 ** 45 }), (selections, userName, acceptedMs) => {
      const slip = prepare(selections, { userName });
      const expected = slipLeafData({
        origin: ORIGIN,
        drawId: `dice-60/${PERIOD}`,
        slipId: slip.slipId,
        commitment: commitmentOf(userName, toHex(slip.salt)),
        tableHash: table.hash,
        round: slip.schedule.round,
        tLock: slip.schedule.locks,
        acceptedMs,
        selections: selections.toSorted((a, b) => (a.bet < b.bet ? -1 : 1)),
      });
      expect(toHex(leafDataOf(slip, acceptedMs))).toBe(toHex(expected));
      expect(toHex(leafHash(expected))).toHaveLength(64);
    }),
  );
});

test.each([
  ['on the sum', SUM_BETS, () => table],
  ['of the full layout', BETS, () => sicBo],
] as const)(
  'what is at risk is the most that the house can lose over the 216 outcomes: bets %s',
  (_, bets, tableOf) => {
    fc.assert(
      fc.property(slipsOf(bets), (selections) => {
        const of = tableOf();
        const { atRisk, total } = prepare(selections, { of });
        const payouts = OUTCOMES.map((dice) =>
          selections.reduce((sum, { bet, stakeMinor }) => {
            const multiplier = [of.entryMultipliers[bet] ?? []].flat()[hitsOf(bet, dice) - 1];
            return sum + (multiplier === undefined ? 0n : payoutOf(stakeMinor, multiplier));
          }, 0n),
        );
        const greatest = payouts.reduce((a, b) => (a > b ? a : b));
        expect(total).toBe(selections.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0n));
        expect(atRisk).toBe(greatest > total ? greatest - total : 0n);
      }),
      { numRuns: 50 },
    );
  },
);

describe('the hash of a slip’s body', () => {
  const slip: Stake[] = [
    { bet: 'big', stakeMinor: 100n },
    { bet: 's11', stakeMinor: 25n },
  ];
  const hashOf = (selections: Stake[], of = table) => prepare(selections, { of }).bodyHash.toString('hex');

  test('is the same for the same request, in any order, by any key', () => {
    expect(hashOf(slip)).toBe(hashOf(slip.toReversed()));
  });

  test('differs where anything else does', () => {
    const others = [
      hashOf(slip),
      hashOf(slip.slice(0, 1)),
      hashOf([{ bet: 'big', stakeMinor: 101n }, ...slip.slice(1)]),
      hashOf([{ bet: 'odd', stakeMinor: 100n }, ...slip.slice(1)]),
      hashOf(slip, { ...table, hash: '22'.repeat(32) }),
      prepareSlip(identityOf('mira'), lottery, table, PERIOD, {
        key: newId(),
        drawId: 'dice-60/1',
        selections: slip,
      }).bodyHash.toString('hex'),
    ];
    expect(new Set(others).size).toBe(others.length);
  });
});

test('every slip has a salt and an id of its own, also past a page of random bytes', () => {
  const made = Array.from({ length: 1_000 }, () => prepare([{ bet: 'big', stakeMinor: 1n }]));
  const salts = made.map((slip) => toHex(slip.salt));
  expect(new Set(salts).size).toBe(1_000);
  expect(salts.every((salt) => salt.length === 64 && salt !== '00'.repeat(32))).toBe(true);
  expect(new Set(made.map((slip) => slip.slipId)).size).toBe(1_000);
  // Read again, so that a page that was used twice would show.
  expect(made.map((slip) => toHex(slip.salt))).toEqual(salts);
});

test('stakes are written by their place among the bets', () => {
  const stakes = [
    { bet: 's18', stakeMinor: 7n },
    { bet: 'small', stakeMinor: 5n },
  ] as const;
  const onSums = [5n, ...new Array<null>(18).fill(null), 7n];
  expect(stakesByPlace(table, stakes)).toEqual(onSums);
  const onAll = stakesByPlace(sicBo, [...stakes, { bet: 't', stakeMinor: 9n }]);
  expect(onAll).toEqual([...onSums, ...new Array<null>(33).fill(null), 9n]);
});

test.each(['n1', 'p12', 'd6', 't1', 't'] as const)('%s is refused where the table does not offer it', (bet) => {
  const slip = () =>
    prepare([
      { bet: 'big', stakeMinor: 100n },
      { bet, stakeMinor: 100n },
    ]);
  expect(slip).toThrow(new Refusal('bet-not-offered', { bet }));
  expect(() => prepare([{ bet, stakeMinor: 100n }], { of: sicBo })).not.toThrow();
});

test.each(['', 'S3', 's2', '__proto__', 'constructor'])('%j is no bet', (bet) => {
  expect(isBet(bet)).toBe(false);
  expect(() => prepare([{ bet: bet as 'big', stakeMinor: 1n }])).toThrow('bad-amount');
});
