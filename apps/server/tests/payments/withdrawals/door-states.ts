import fc from 'fast-check';

/** A house and a member in states that might obstruct a withdrawal. Amounts are in minor units. */
export interface Situation {
  house: {
    /** `slow`: a withdrawal has waited for more than a day. */
    payouts: 'healthy' | 'failing' | 'slow';
    tableOpen: boolean;
    /** Two people stopped all betting. */
    stopped: boolean;
    provider: 'there' | 'down' | 'none';
    rule: {
      withdrawalMin: bigint;
      withdrawalMax: bigint;
      withdrawalsPerDay: number;
      reviewFrom: bigint;
      twoPeopleFrom: bigint;
      topUpMin: bigint;
      topUpMax: bigint;
    };
  };
  member: {
    suspended: boolean;
    closing: boolean;
    /**
     * `replaced-soon`: a new account waits for its 24 hours and the old one is in use. `replaced`: the new one is in
     * use.
     */
    payee: 'bound' | 'replaced-soon' | 'replaced';
    /** Number of withdrawals already submitted today. */
    used: number;
    balance: bigint;
    legalHold: boolean;
    /** A granted request to restrict the use of their data, and an open one to erase it. */
    dataCases: boolean;
  };
}

const amount = (max: bigint) => fc.bigInt({ min: 1n, max });

/** Every rule that the table accepts. */
const rule = fc
  .record({
    withdrawalMin: amount(20_000n),
    withdrawalsMore: fc.bigInt({ min: 0n, max: 100_000n }),
    withdrawalsPerDay: fc.integer({ min: 1, max: 4 }),
    reviewFrom: amount(100_000n),
    twoPeopleFrom: amount(100_000n),
    topUpAbove: fc.bigInt({ min: 0n, max: 10_000n }),
    topUpMore: fc.bigInt({ min: 0n, max: 100_000n }),
  })
  .map(({ withdrawalsMore, topUpAbove, topUpMore, ...plan }) => ({
    ...plan,
    withdrawalMax: plan.withdrawalMin + withdrawalsMore,
    topUpMin: plan.withdrawalMin + topUpAbove,
    topUpMax: plan.withdrawalMin + topUpAbove + topUpMore,
  }));

/** One minor unit or more. */
const balance = fc.oneof(
  { arbitrary: fc.constantFrom(1n, 2n, 99n), weight: 1 },
  { arbitrary: amount(1_000n), weight: 1 },
  { arbitrary: amount(200_000n), weight: 3 },
);

/** Weighted so that some members in each run can bet and top up, which must be tried too. */
const seldom = fc.nat({ max: 5 }).map((n) => n === 0);

export const situations: fc.Arbitrary<Situation> = fc.record({
  house: fc.record({
    payouts: fc.constantFrom('healthy', 'healthy', 'failing', 'slow'),
    tableOpen: seldom.map((n) => !n),
    stopped: seldom,
    provider: fc.constantFrom('there', 'there', 'down', 'none'),
    rule,
  }),
  member: fc.record({
    suspended: seldom,
    closing: seldom,
    payee: fc.constantFrom('bound', 'replaced-soon', 'replaced'),
    used: fc.integer({ min: 0, max: 5 }),
    balance,
    legalHold: fc.boolean(),
    dataCases: fc.boolean(),
  }),
});

/** A situation without obstacles: the member can top up and bet. */
export const OPEN: Situation = {
  house: {
    payouts: 'healthy',
    tableOpen: true,
    stopped: false,
    provider: 'there',
    rule: {
      withdrawalMin: 100n,
      withdrawalMax: 100_000n,
      withdrawalsPerDay: 4,
      reviewFrom: 50_000n,
      twoPeopleFrom: 100_000n,
      topUpMin: 100n,
      topUpMax: 10_000n,
    },
  },
  member: {
    suspended: false,
    closing: false,
    payee: 'bound',
    used: 0,
    balance: 10_000n,
    legalHold: false,
    dataCases: false,
  },
};
