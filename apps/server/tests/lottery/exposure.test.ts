import { BETS, type Bet, payoutOnDice, type Stake, SUM_BETS, THROWS } from '@tercet/fair';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { periodOf } from '../../src/draw/periods.ts';
import { closeGates } from '../../src/draw/seal/gates.ts';
import { stakesOf } from '../../src/draw/slips/slip-records.ts';
import type { Identity } from '../../src/identity.ts';
import type { PlaceSlipDeps } from '../../src/lottery/place-slip.ts';
import { Refusal } from '../../src/refusal.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';

const CAP = 3_000_000n;
const PERIOD_MS = 60_000;

let club: Club;
let table: OpenTable;
let processes: PlaceSlipDeps[];
let pools: Pool[];
/** Pool of the draw role, which may read the buckets' shares. */
let draws: Pool;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 16 });
  table = await club.openTable({
    key: 'dice-60',
    periodSeconds: 60,
    stakeMin: 25n,
    periodCap: CAP,
    memberCap: 2n * CAP,
  });
  pools = [1, 2].map(() => openPool({ url: club.database.urls.api, connectionsMax: 2 }));
  processes = pools.map((pool) => club.slipsOf(pool));
  draws = openPool({ url: club.database.urls.draw, connectionsMax: 2 });
  pools.push(draws);
});
beforeEach(() => club.at(table.schedule().locks * 1_000));
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await club.close();
});

/**
 * Amount at risk and budget of the period over all gates, in one snapshot. A gate that has not reached the period yet
 * still has its full share.
 */
async function gates(of = table): Promise<{ atRisk: bigint; budget: bigint; overdrawn: number }> {
  const { rows } = await draws.query(
    `select coalesce(sum(at_risk) filter (where period = $2), 0)::bigint as "atRisk",
      sum(case when period = $2 then budget else lottery.base_budget($3, bucket) end)::bigint as budget,
      count(*) filter (where period = $2 and at_risk > budget)::int as overdrawn
     from lottery.gate where lottery_id = $1`,
    [of.lotteryId, of.schedule().period, of.table.periodCap],
  );
  return rows[0];
}

/** Largest possible loss of the house in the period, over all 216 outcomes. */
async function greatestLoss(of = table): Promise<bigint> {
  const { rows } = await club.pool.query(
    'select stakes, total from lottery.slip where lottery_id = $1 and period = $2',
    [of.lotteryId, of.schedule().period],
  );
  const losses = THROWS.map((dice) =>
    rows.reduce(
      (sum: bigint, row) => sum + payoutOnDice(stakesOf(row.stakes), of.table.entryMultipliers, dice) - row.total,
      0n,
    ),
  );
  return losses.reduce((a, b) => (a > b ? a : b));
}

interface Outcome {
  code: string;
  atRisk: bigint;
  params: Record<string, unknown>;
}

async function place(member: Identity, selections: Stake[], deps = club.slips, of = table): Promise<Outcome> {
  const worst = THROWS.map((dice) => payoutOnDice(selections, of.table.entryMultipliers, dice));
  const total = selections.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0n);
  const atRisk = worst.reduce((a, b) => (a > b ? a : b)) - total;
  try {
    await club.place(member, of, selections, { deps });
    return { code: 'accepted', atRisk, params: {} };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, atRisk, params: error.params };
  }
}

const on = (bet: Bet, stakeMinor: bigint): Stake[] => [{ bet, stakeMinor }];

describe('the cap of a table', () => {
  test('refuses what it cannot bear, and says how much it still can on this bet', async () => {
    const member = await club.member();
    // At 207.36 to one, a stake of 14,000 risks 2,889,040.
    expect((await place(member, on('s18', 14_000n))).code).toBe('accepted');
    const { code, params } = await place(member, on('s3', 1_000n));
    expect([code, params]).toEqual(['exposure', { leftMinor: '537', bet: 's3' }]);
    expect((await place(member, on('s3', 538n))).code).toBe('exposure');
    expect((await place(member, on('s3', 537n))).code).toBe('accepted');
    expect(await greatestLoss()).toBeLessThanOrEqual(CAP);
  });

  test('names the bet of a slip that risks most', async () => {
    const member = await club.member();
    await place(member, on('s18', 14_500n));
    const slip: Stake[] = [...on('big', 5_000n), ...on('s17', 400n), ...on('s3', 200n), ...on('odd', 25n)];
    expect(await place(member, slip)).toMatchObject({ code: 'exposure', params: { bet: 's3' } });
  });

  test('is whole again in the next period', async () => {
    const member = await club.member();
    for (let turn = 0; turn < 3; turn++) {
      expect((await place(member, on('s18', 14_500n))).code).toBe('accepted');
      expect((await place(member, on('s18', 100n))).code).toBe('exposure');
      expect(await gates()).toMatchObject({ budget: CAP, overdrawn: 0 });
      await club.at(club.clock.nowMs() + PERIOD_MS);
    }
  });

  test('is that of the new table from its first period on', async () => {
    const member = await club.member();
    const plan = { key: 'dice-30', periodSeconds: 30, stakeMin: 25n, memberCap: CAP };
    const wide = await club.openTable({ ...plan, periodCap: CAP });
    expect((await place(member, on('s18', 5_000n), club.slips, wide)).code).toBe('accepted');
    const narrow = await club.openTable({ ...plan, periodCap: 50_000n });
    expect(await place(member, on('s18', 5_000n), club.slips, narrow)).toMatchObject({
      code: 'exposure',
      params: { leftMinor: '242' },
    });
    expect((await place(member, on('s18', 242n), club.slips, narrow)).code).toBe('accepted');
    expect(await gates(narrow)).toMatchObject({ budget: 50_000n, overdrawn: 0 });
  });

  test('of a member is that of one lottery: what they risk in another with the same periods does not count', async () => {
    const plan = { periodSeconds: 60, stakeMin: 25n, periodCap: CAP, memberCap: CAP };
    const one = await club.openTable({ ...plan, key: 'dice-one' });
    const other = await club.openTable({ ...plan, key: 'dice-other' });
    const member = await club.member();
    expect((await place(member, on('s18', 14_000n), club.slips, one)).code).toBe('accepted');
    expect((await place(member, on('s18', 14_000n), club.slips, one)).code).not.toBe('accepted');
    expect((await place(member, on('s18', 14_000n), club.slips, other)).code).toBe('accepted');
  });

  test('counts nothing for a slip that was refused or sent again', async () => {
    const member = await club.member({ credits: 20_000n });
    const key = crypto.randomUUID();
    await club.place(member, table, on('s18', 10_000n), { key });
    const { atRisk } = await gates();
    await club.place(member, table, on('s18', 10_000n), { key });
    await place(member, on('s18', 10_001n));
    expect((await gates()).atRisk).toBe(atRisk);
  });

  test('counts a new slip once that shares its call with a repeated one', async () => {
    const [one, two] = await club.members(2, { bucket: 9 });
    const deps = club.slipsOf(club.pool, { lanes: 1 });
    const key = crypto.randomUUID();
    await club.place(one!, table, on('s17', 25n), { key, deps });
    const { atRisk } = await gates();
    await Promise.all([
      club.place(one!, table, on('s17', 25n), { key, deps }),
      club.place(two!, table, on('s17', 25n), { deps }),
    ]);
    expect((await gates()).atRisk).toBe(2n * atRisk);
  });

  test('takes nothing over from the period before', async () => {
    const member = await club.member({ bucket: 9 });
    for (let turn = 0; turn < 3; turn++) {
      // Within the bucket's own share: borrowing would also reset the gates.
      expect((await place(member, on('s18', 25n))).code).toBe('accepted');
      expect((await gates()).atRisk).toBe(5_159n);
      await club.at(club.clock.nowMs() + PERIOD_MS);
    }
  });

  test('is each bucket’s own share, to the unit', async () => {
    for (const cap of [0n, 1n, 255n, 256n, 257n, CAP, 2n ** 62n]) {
      const { rows } = await draws.query(
        `select sum(lottery.base_budget($1, g))::text as sum,
        max(lottery.base_budget($1, g)) - min(lottery.base_budget($1, g)) as gap from generate_series(0, 255) g`,
        [cap],
      );
      expect(BigInt(rows[0].sum)).toBe(cap);
      expect(rows[0].gap).toBeLessThanOrEqual(1n);
    }
  });
});

describe('budget moves between buckets', () => {
  test('so that one bucket can use what the others do not', async () => {
    const member = await club.member({ bucket: 77 });
    // The share of bucket 77 is about 11,718; this bet needs a hundred times as much.
    expect((await place(member, on('s18', 6_000n))).code).toBe('accepted');
    expect(await gates()).toEqual({ atRisk: 1_238_160n, budget: CAP, overdrawn: 0 });
  });

  test('as long as there is any: parallel slips of one bucket are not refused while the table can bear them', async () => {
    const members = await club.members(60, { bucket: 5 });
    const outcomes = await Promise.all(
      members.map((member, index) => place(member, on('s18', 200n), processes[index % 2]!)),
    );
    expect(outcomes.map((one) => one.code)).toEqual(members.map(() => 'accepted'));
    expect(await gates()).toEqual({ atRisk: 60n * 41_272n, budget: CAP, overdrawn: 0 });
  });

  test('never for a period that is not open: gates do not run ahead', async () => {
    const { period } = table.schedule();
    const { rows } = await club.pool.query('select lottery.borrow_budget(3::smallint, $1, $2, $3, 1, 1) as left', [
      table.lotteryId,
      period + 1,
      CAP,
    ]);
    expect(rows[0].left).toBeNull();
    expect((await place(await club.member({ bucket: 3 }), on('big', 100n))).code).toBe('accepted');
  });

  test('and never back: what is sealed stays so', async () => {
    const { period, locks } = table.schedule();
    await club.at(locks * 1_000);
    await closeGates(club.draw, periodOf(club.catalogue().byId.get(table.lotteryId)!, period));
    const { rows } = await club.pool.query('select lottery.borrow_budget(3::smallint, $1, $2, $3, 1, 1) as left', [
      table.lotteryId,
      period,
      CAP,
    ]);
    expect(rows[0].left).toBeNull();
    const { rows: after } = await club.pool.query('select distinct period from lottery.gate where lottery_id = $1', [
      table.lotteryId,
    ]);
    expect(after).toEqual([{ period: BigInt(period + 1) }]);
  });
});

/** Pseudo-random bets and stakes, equal in each run. */
function slipOf(index: number, from: readonly Bet[] = SUM_BETS): Stake[] {
  const bets = new Set([0, 1, 2].map((step) => from[(index * (7 + step * 4) + step * step) % from.length]!));
  return [...bets].map((bet, place) => ({ bet, stakeMinor: BigInt(25 + ((index * 37 + place * 101) % 400)) }));
}

describe('under a rush of slips from many buckets and two processes', () => {
  test('the cap holds at every moment, budgets sum to it, and no slip is refused that fits', async () => {
    const members = await club.members(40);
    let running = true;
    const seen: Awaited<ReturnType<typeof gates>>[] = [];
    const reader = (async () => {
      while (running) seen.push(await gates());
    })();
    const outcomes = await Promise.all(
      Array.from({ length: 400 }, (_, i) => place(members[i % 40]!, slipOf(i), processes[i % 2]!)),
    ).finally(() => {
      running = false;
    });
    await reader;
    const last = await gates();
    for (const moment of [...seen, last]) {
      expect(moment).toMatchObject({ budget: CAP, overdrawn: 0 });
      expect(moment.atRisk).toBeLessThanOrEqual(CAP);
    }
    const accepted = outcomes.filter((one) => one.code === 'accepted');
    expect(last.atRisk).toBe(accepted.reduce((sum, one) => sum + one.atRisk, 0n));
    expect(await greatestLoss()).toBeLessThanOrEqual(last.atRisk);
    // The remaining room only shrinks within a period: what fits at the end would have fitted when it was refused.
    const refused = outcomes.filter((one) => one.code !== 'accepted');
    expect(refused.length).toBeGreaterThan(20);
    expect(new Set(refused.map((one) => one.code))).toEqual(new Set(['exposure']));
    for (const one of refused) expect(one.atRisk).toBeGreaterThan(CAP - last.atRisk);
  });

  test('also on a table with the full layout, where bets on one number pay by the dice', async () => {
    const of = await club.openTable({
      ...{ key: 'sicbo-60', periodSeconds: 60, layout: 'sic-bo', stakeMin: 25n, periodCap: CAP, memberCap: 2n * CAP },
    });
    const members = await club.members(40);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) => place(members[i % 40]!, slipOf(i, BETS), processes[i % 2]!, of)),
    );
    const last = await gates(of);
    expect(last).toMatchObject({ budget: CAP, overdrawn: 0 });
    const accepted = outcomes.filter((one) => one.code === 'accepted');
    expect(last.atRisk).toBe(accepted.reduce((sum, one) => sum + (one.atRisk > 0n ? one.atRisk : 0n), 0n));
    expect(await greatestLoss(of)).toBeLessThanOrEqual(last.atRisk);
    // On a busy machine some slips give up waiting for their turn, and cost nothing.
    const codes = new Set(outcomes.map((one) => one.code).filter((code) => code !== 'busy'));
    expect(codes).toEqual(new Set(['accepted', 'exposure']));
  });

  test('also while the period changes under it', async () => {
    const members = await club.members(30);
    const { period } = table.schedule();
    const moving = (async () => {
      for (let turn = 0; turn < 3; turn++) {
        for (let reads = 0; reads < 20; reads++) await gates();
        await club.at(club.clock.nowMs() + PERIOD_MS);
      }
    })();
    const placing = members.map(async (member, index) => {
      for (let turn = 0; turn < 8; turn++) await place(member, slipOf(index + turn * 31), processes[index % 2]!);
    });
    await Promise.all([moving, ...placing]);
    for (let p = period; p <= period + 3; p++) {
      const of = { ...table, schedule: () => table.schedule(p) };
      expect(await greatestLoss(of)).toBeLessThanOrEqual(CAP);
    }
    expect(await gates()).toMatchObject({ budget: CAP, overdrawn: 0 });
  });
});
