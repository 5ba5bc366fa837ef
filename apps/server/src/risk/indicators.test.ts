import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chasesIn,
  type DecidedBet,
  INDICATOR_KINDS,
  indicatorsOf,
  needsTalk,
  type PlayHistory,
  type PlayWeek,
} from './indicators.ts';

const MINUTE = 60_000;
const WEEK: PlayWeek = { staked: 1_000n, minutes: 60, nights: 1 };
const QUIET: PlayHistory = {
  weeks: Array.from({ length: 13 }, () => WEEK),
  bets: [],
  limitRaises: 0,
  failedDeposits: 0,
  withdrawalsInADay: 0,
  depositsAfterWithdrawal: 0,
  deskContacts: 0,
};

const withLast = (last: Partial<PlayWeek>, past: readonly PlayWeek[] = QUIET.weeks.slice(1)): PlayHistory => ({
  ...QUIET,
  weeks: [{ ...WEEK, ...last }, ...past],
});

/** A bet every ten minutes, decided five minutes later, with these stakes; all lost. */
const lostBets = (...stakes: bigint[]): DecidedBet[] =>
  stakes.map((staked, index) => ({
    placedAtMs: index * 10 * MINUTE,
    decidedAtMs: (index * 10 + 5) * MINUTE,
    staked,
    returned: 0n,
  }));

test('a usual week has no signs', () => {
  expect(indicatorsOf(QUIET)).toEqual([]);
});

test('spend is held against the member’s own past: noted from twice, high from four times the usual week', () => {
  expect(indicatorsOf(withLast({ staked: 1_999n }))).toEqual([]);
  const sign = { kind: 'spend', usual: 1_000n };
  expect(indicatorsOf(withLast({ staked: 2_000n }))).toEqual([{ ...sign, level: 'noted', figure: 2_000n }]);
  expect(indicatorsOf(withLast({ staked: 4_000n }))).toEqual([{ ...sign, level: 'high', figure: 4_000n }]);
});

test('the usual week is the mean of the weeks with play; fewer than three say nothing', () => {
  const none: PlayWeek = { staked: 0n, minutes: 0, nights: 0 };
  const two = [WEEK, WEEK, ...Array.from({ length: 10 }, () => none)];
  expect(indicatorsOf(withLast({ staked: 9_000n }, two))).toEqual([]);
  const three = [WEEK, { ...WEEK, staked: 2_000n }, { ...WEEK, staked: 3_000n }, none, none];
  expect(indicatorsOf(withLast({ staked: 4_000n }, three))).toEqual([
    { kind: 'spend', level: 'noted', figure: 4_000n, usual: 2_000n },
  ]);
  expect(indicatorsOf({ ...QUIET, weeks: [] })).toEqual([]);
});

test('time counts from two hours a week', () => {
  const short = QUIET.weeks.slice(1).map((week) => ({ ...week, minutes: 10 }));
  expect(indicatorsOf(withLast({ minutes: 119 }, short))).toEqual([]);
  expect(indicatorsOf(withLast({ minutes: 120 }, short))).toEqual([
    { kind: 'time', level: 'high', figure: 120n, usual: 10n },
  ]);
});

test('nights are a sign from three, unless they are the member’s usual time', () => {
  expect(indicatorsOf(withLast({ nights: 2 }))).toEqual([]);
  expect(indicatorsOf(withLast({ nights: 3 }))).toMatchObject([{ kind: 'night', level: 'noted', figure: 3n }]);
  expect(indicatorsOf(withLast({ nights: 5 }))).toMatchObject([{ kind: 'night', level: 'high' }]);
  const shifts = QUIET.weeks.slice(1).map((week) => ({ ...week, nights: 4 }));
  expect(indicatorsOf(withLast({ nights: 6 }, shifts))).toEqual([]);
});

test('a chase is a stake at least half as high again, after a bet of the session was lost', () => {
  expect(chasesIn(lostBets(100n, 150n, 224n, 336n))).toEqual({ losses: 3, rises: 2 });
  const won = lostBets(100n, 200n).map((bet) => ({ ...bet, returned: bet.staked }));
  expect(chasesIn(won)).toEqual({ losses: 0, rises: 0 });
  const [first, later] = lostBets(100n, 500n) as [DecidedBet, DecidedBet];
  const placed = (placedAtMs: number) => ({ ...later, placedAtMs, decidedAtMs: placedAtMs + MINUTE });
  expect(chasesIn([first, placed(first.decidedAtMs + 61 * MINUTE)])).toMatchObject({ losses: 0 });
  // Placed before the dice of the first fell.
  expect(chasesIn([first, placed(first.decidedAtMs - 1)])).toMatchObject({ losses: 0 });
  expect(chasesIn([later, first])).toEqual({ losses: 1, rises: 1 });
});

test('chasing is a sign from five rises, if they are a third of the losses or more', () => {
  const rises = lostBets(1n, 2n, 4n, 8n, 16n, 32n);
  expect(indicatorsOf({ ...QUIET, bets: rises })).toEqual([{ kind: 'chasing', level: 'noted', figure: 5n, usual: 5n }]);
  expect(indicatorsOf({ ...QUIET, bets: rises.slice(1) })).toEqual([]);
  const flat = lostBets(...Array.from({ length: 12 }, () => 32n));
  const mixed = [
    ...rises,
    ...flat.map((bet) => ({
      ...bet,
      placedAtMs: bet.placedAtMs + 60 * MINUTE,
      decidedAtMs: bet.decidedAtMs + 60 * MINUTE,
    })),
  ];
  expect(chasesIn(mixed)).toEqual({ losses: 17, rises: 5 });
  expect(indicatorsOf({ ...QUIET, bets: mixed })).toEqual([]);
});

test.each([
  ['limitRaises', 'limit-raises', 2, 4],
  ['failedDeposits', 'failed-deposits', 3, 6],
  ['withdrawalsInADay', 'split-withdrawals', 3, 6],
  ['depositsAfterWithdrawal', 'deposit-after-withdrawal', 2, 5],
  ['deskContacts', 'desk-contacts', 4, 8],
] as const)('%s are counted: noted and high from their thresholds', (field, kind, noted, high) => {
  const at = (count: number) => indicatorsOf({ ...QUIET, [field]: count });
  expect(at(noted - 1)).toEqual([]);
  expect(at(noted)).toEqual([{ kind, level: 'noted', figure: BigInt(noted), usual: null }]);
  expect(at(high)).toEqual([{ kind, level: 'high', figure: BigInt(high), usual: null }]);
});

test('staff talk about one high sign or two noted ones', () => {
  const noted = { kind: 'spend', level: 'noted', figure: 1n, usual: null } as const;
  expect(needsTalk([])).toBe(false);
  expect(needsTalk([noted])).toBe(false);
  expect(needsTalk([noted, { ...noted, kind: 'time' }])).toBe(true);
  expect(needsTalk([{ ...noted, level: 'high' }])).toBe(true);
});

const count = fc.nat(12);
const anyBet = fc
  .record({
    placed: fc.nat(600),
    after: fc.integer({ min: 1, max: 90 }),
    staked: fc.bigInt(1n, 500n),
    returned: fc.bigInt(0n, 600n),
  })
  .map(({ placed, after, ...amounts }): DecidedBet => {
    return { ...amounts, placedAtMs: placed * MINUTE, decidedAtMs: (placed + after) * MINUTE };
  });
const anyHistory: fc.Arbitrary<PlayHistory> = fc.record({
  weeks: fc.array(fc.record({ staked: fc.bigInt(0n, 9_000n), minutes: fc.nat(900), nights: fc.nat(7) }), {
    maxLength: 13,
  }),
  bets: fc.array(anyBet, { maxLength: 40 }),
  limitRaises: count,
  failedDeposits: count,
  withdrawalsInADay: count,
  depositsAfterWithdrawal: count,
  deskContacts: count,
});

test('of any history there is at most one sign of a kind, in a fixed order', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const kinds = indicatorsOf(history).map(({ kind }) => kind);
      expect(kinds).toEqual(INDICATOR_KINDS.filter((kind) => kinds.includes(kind)));
    }),
  );
});

test('the order in which bets are listed changes nothing, and rises are among the losses', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyBet, { selector: ({ placedAtMs }) => placedAtMs, maxLength: 40 }), (bets) => {
      const found = chasesIn(bets);
      expect(found.rises).toBeLessThanOrEqual(found.losses);
      expect(chasesIn(bets.toReversed()).losses).toBe(found.losses);
    }),
  );
});

test('more of what is counted takes no sign away', () => {
  const fields = [
    'limitRaises',
    'failedDeposits',
    'withdrawalsInADay',
    'depositsAfterWithdrawal',
    'deskContacts',
  ] as const;
  fc.assert(
    fc.property(anyHistory, fc.constantFrom(...fields), (history, field) => {
      const kindsOf = (one: PlayHistory) => indicatorsOf(one).map(({ kind }) => kind);
      const more = kindsOf({ ...history, [field]: history[field] + 1 });
      expect(more).toEqual(expect.arrayContaining(kindsOf(history)));
    }),
  );
});
