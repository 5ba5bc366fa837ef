/** Odds of a table with the full Sic Bo layout, proposed from the console. */
import { BETS, decodeEntryAs, fairMultiplier, isNumberBet } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../dev/play-house/house-plan.ts';
import { type Answer, openConsole, type TestConsole } from './console.ts';

const WHY = 'as the owners agreed';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    await club.openTable({ key: 'dice-60', periodSeconds: 60 });
    await club.openTable({ key: 'sicbo-60', periodSeconds: 60, layout: 'sic-bo' });
  });
});
afterAll(() => at.close());

const multipliers = Object.fromEntries(
  BETS.map((bet) => [bet, isNumberBet(bet) ? [20_000, 30_000, 120_000] : fairMultiplier(bet, 96, 100)]),
);
const { t: _t, ...without } = multipliers;

function odds(change: Record<string, unknown> = {}, all: Record<string, unknown> = multipliers) {
  return {
    multipliers: { ...all, ...change },
    stakeMinMinor: String(LIMITS.stakeMin),
    stakeMaxMinor: String(LIMITS.stakeMax),
    slipMaxMinor: String(LIMITS.slipMax),
    memberCapMinor: String(LIMITS.memberCap),
    periodCapMinor: String(LIMITS.periodCap),
    minBalanceMinor: '0',
  };
}

function propose(body: object, key = 'sicbo-60'): Promise<Answer> {
  return at.post(`/api/console/lotteries/${key}/tables`, { ...body, why: WHY }, at.staff.owner);
}

test('are previewed with three multipliers, their ways, and the return over all three', async () => {
  const { body } = await at.post('/api/console/lotteries/sicbo-60/preview', odds(), at.staff.owner);
  const bets = body.bets as { bet: string }[];
  expect(bets.map(({ bet }) => bet)).toEqual(BETS);
  expect(bets.find(({ bet }) => bet === 'n6')).toEqual({
    bet: 'n6',
    multipliers: [20_000, 30_000, 120_000],
    ways: [75, 15, 1],
    chance: { num: '91', den: '216' },
    rtp: { num: '23', den: '24' },
    rtpAtSmallest: { num: '23', den: '24' },
    inBand: true,
  });
  expect(body.fault).toBeNull();
  // At the minimum stake of 100, the win of 199.99 is rounded down to 199: (75 × 199 + 15 × 300 + 1300) / (216 × 100).
  const { body: rounded } = await at.post(
    '/api/console/lotteries/sicbo-60/preview',
    odds({ n1: [19_999, 30_000, 130_000] }),
    at.staff.owner,
  );
  expect((rounded.bets as object[])[20]).toMatchObject({ rtpAtSmallest: { num: '829', den: '864' } });
});

describe('are refused with', () => {
  test.each([
    ['a return of a number above the band', odds({ n1: [20_000, 30_000, 200_000] }), 'out-of-band', 'n1'],
    ['a return of a number below it', odds({ n6: [20_000, 30_000, 30_000] }), 'out-of-band', 'n6'],
    ['a pair out of it', odds({ p56: 72_000 }), 'out-of-band', 'p56'],
    ['a double out of it', odds({ d1: 110_000 }), 'out-of-band', 'd1'],
    ['any triple out of it', odds({ t: 360_000 }), 'out-of-band', 't'],
    ['a second die that pays no more than the stake', odds({ n2: [25_000, 10_000, 20_000] }), 'win-below-stake', 'n2'],
    ['one multiplier for a number', odds({ n3: 20_000 }), 'other-bets', 'n3'],
    ['three for a pair', odds({ p12: [69_120, 69_120, 69_120] }), 'other-bets', 'p12'],
    ['a bet left out', odds({}, without), 'other-bets', 't'],
  ])('%s', async (_, body, fault, bet) => {
    expect((await propose(body)).body).toMatchObject({ code: 'table-bad', params: { fault, bet } });
  });

  test('bets that the lottery does not have', async () => {
    expect((await propose(odds(), 'dice-60')).body).toMatchObject({
      code: 'table-bad',
      params: { fault: 'other-bets' },
    });
  });

  test.each([
    ['two multipliers', { n1: [20_000, 30_000] }],
    ['four', { n1: [20_000, 30_000, 40_000, 50_000] }],
    ['a code that is none', { p21: 69_120 }],
    ['a fraction', { n1: [20_000, 30_000.5, 120_000] }],
  ])('%s, as bad input', async (_, change) => {
    expect((await propose(odds(change))).status).toBe(400);
  });
});

test('are in force once a second person has confirmed them', async () => {
  const { status, body } = await propose(odds({ n1: [20_000, 30_000, 130_000], t: 340_000 }));
  expect(status).toBe(201);
  const done = await at.post(`/api/console/proposals/${body.id}/confirm`, { why: WHY }, at.staff.finance);
  expect(done).toMatchObject({ status: 200, body: { proposal: { outcome: 'confirmed' } } });
  const { rows } = await at.club.owner.query(
    `select e.body, t.multipliers from lottery.odds_table t join book.entry e on e.seq = t.entry_seq
     order by t.id desc limit 1`,
  );
  const entry = decodeEntryAs('table', rows[0].body);
  expect(entry.multipliers).toMatchObject({
    n1: ['20000', '30000', '130000'],
    n2: ['20000', '30000', '120000'],
    t: '340000',
  });
  // The stored row: multipliers by code, then the second and third multipliers of the six numbers.
  expect(rows[0].multipliers).toHaveLength(66);
  expect(rows[0].multipliers.slice(53)).toEqual([
    340_000,
    ...Array(6).fill(30_000),
    130_000,
    ...Array(5).fill(120_000),
  ]);
});

test('never differ from their entry in the book, nor leave the band there', async () => {
  const { rows } = await at.club.owner.query(
    'select * from lottery.odds_table where cardinality(multipliers) = 66 order by id desc limit 1',
  );
  const [row] = rows;
  const bent = async (change: string) => {
    const { rows: judged } = await at.club.owner.query(
      `select lottery.may_table(jsonb_populate_record(t, jsonb_build_object('first_period', t.first_period ${change})))
       as fits from lottery.odds_table t where t.id = $1`,
      [row.id],
    );
    return judged[0].fits;
  };
  expect(await bent('')).toBe(true);
  for (const place of [20, 21, 54, 55, 60, 61, 66]) {
    const other = `t.multipliers[1:${place - 1}] || t.multipliers[${place}] + 1 || t.multipliers[${place + 1}:66]`;
    expect([place, await bent(`, 'multipliers', ${other}`)]).toEqual([place, false]);
  }
  expect(await bent(`, 'multipliers', t.multipliers[1:20]`)).toBe(false);
});
