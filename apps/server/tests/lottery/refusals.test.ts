import { fairMultiplier, type Stake } from '@tercet/fair';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Identity } from '../../src/identity.ts';
import { startSession } from '../../src/members/sessions/sessions.ts';
import { type Club, type OpenTable, openClub, type PlaceOptions } from '../kit/club.ts';
import { hold } from '../kit/holds.ts';
import { openTransaction, untilSomebodyWaits, untilWaiting } from '../kit/locks.ts';
import { switchLottery } from '../kit/lotteries.ts';
import { balanceOf, DAY } from '../kit/money.ts';

const PERIOD_MS = 60_000;
const STAKE = 100n;
const BIG: Stake[] = [{ bet: 'big', stakeMinor: STAKE }];

let club: Club;
let table: OpenTable;
let member: Identity;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({
    key: 'dice-60',
    periodSeconds: 60,
    stakeMin: 25n,
    stakeMax: 1_000n,
    slipMax: 1_500n,
    memberCap: 40_000n,
    periodCap: 100_000_000n,
    minBalance: 50n,
  });
});
afterAll(() => club.close());

/** Each test starts at the beginning of a new period. */
beforeEach(async () => {
  await club.at(table.schedule().locks * 1_000);
  member = await club.member({ credits: 10_000n });
});

const bet = (selections = BIG, options: PlaceOptions = {}) => club.place(member, table, selections, options);

async function slipsOf(identity: Identity): Promise<bigint> {
  const { rows } = await club.pool.query('select count(*) as n from lottery.slip where member_id = $1', [
    identity.memberId,
  ]);
  return rows[0].n;
}

async function refused(work: () => Promise<unknown>, code: string, params: object = {}): Promise<void> {
  const before = await Promise.all([balanceOf(club.db, member), slipsOf(member)]);
  await expect(work()).rejects.toMatchObject({ code, params });
  // All or nothing: a refused slip leaves no slip, key or stake.
  expect(await Promise.all([balanceOf(club.db, member), slipsOf(member)])).toEqual(before);
  const { rows } = await club.pool.query(
    `select count(*) as n from lottery.slip_key k where k.member_id = $1 and not exists (
       select 1 from lottery.slip s where s.bucket = k.bucket and s.member_id = k.member_id and s.id = k.slip_id)`,
    [member.memberId],
  );
  expect(rows[0].n).toBe(0n);
}

const accepted = async (work: ReturnType<typeof bet>) => expect((await work).verdict.code).toBe('accepted');

describe('money', () => {
  test('a balance below the sum of stakes is too small by what is missing', async () => {
    member = await club.member({ credits: 399n });
    const slip: Stake[] = [...BIG, { bet: 'odd', stakeMinor: 300n }];
    await refused(() => bet(slip), 'balance-too-small', { missingMinor: '1' });
    await accepted(bet([...BIG, { bet: 'odd', stakeMinor: 299n }]));
    expect((await balanceOf(club.db, member)).available).toBe(0n);
  });

  test('a balance below what the table asks for bets nothing, however small the stake', async () => {
    member = await club.member({ credits: 49n });
    await refused(() => bet([{ bet: 'big', stakeMinor: 25n }]), 'min-balance', { minMinor: '50' });
    member = await club.member({ credits: 50n });
    await accepted(bet([{ bet: 'big', stakeMinor: 25n }]));
  });

  test('that is on its way elsewhere is waited for, not bet', async () => {
    const { bucket, memberId } = member;
    const withdrawal = { bucket, memberId, id: newId(), day: DAY, amount: 9_950n, purpose: 'withdrawal' };
    const waiting = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const holding = transaction(club.db, async (tx) => {
      await hold(tx, withdrawal);
      waiting.resolve();
      await go.promise;
    });
    await waiting.promise;
    const slip = expect(bet()).rejects.toMatchObject({ code: 'balance-too-small', params: { missingMinor: '50' } });
    await untilSomebodyWaits(club.owner);
    go.resolve();
    await Promise.all([holding, slip]);
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 50n, held: 9_950n });
  });

  test('held money does not count', async () => {
    await club.owner.query('update ledger.balance set available = 60, held = 9940 where member_id = $1', [
      member.memberId,
    ]);
    await refused(() => bet(), 'balance-too-small', { missingMinor: '40' });
  });
});

describe('selections', () => {
  test.each<[string, unknown[], object?]>([
    ['no-selection', []],
    ['bad-amount', [{ bet: 'big', stakeMinor: 0n }]],
    ['bad-amount', [{ bet: 'big', stakeMinor: -100n }]],
    ['bad-amount', [{ bet: 's19', stakeMinor: STAKE }]],
    ['stake-too-small', [{ bet: 'big', stakeMinor: 24n }], { minMinor: '25', bet: 'big' }],
    ['stake-too-large', [{ bet: 'odd', stakeMinor: 1_001n }], { maxMinor: '1000', bet: 'odd' }],
    ['duplicate-bet', [...BIG, { bet: 'odd', stakeMinor: STAKE }, ...BIG], { bet: 'big' }],
    [
      'slip-too-large',
      [
        { bet: 'big', stakeMinor: 1_000n },
        { bet: 'odd', stakeMinor: 501n },
      ],
      { maxMinor: '1500' },
    ],
  ])('%s', async (code, selections, params = {}) => {
    await refused(() => bet(selections as Stake[]), code, params);
  });

  test('at the limits themselves are taken', async () => {
    await accepted(bet([{ bet: 'big', stakeMinor: 25n }]));
    await accepted(
      bet([
        { bet: 'big', stakeMinor: 1_000n },
        { bet: 'odd', stakeMinor: 500n },
      ]),
    );
  });
});

describe('time', () => {
  test('betting is closed from the lock on, by the clock of the database', async () => {
    const { locks, period } = table.schedule();
    await club.at(locks * 1_000 - 1);
    await accepted(bet());
    await club.at(locks * 1_000);
    await refused(() => bet(BIG, { period }), 'betting-closed');
    // The clock of the server process is irrelevant.
    const deps = { ...club.slips, nowMs: () => locks * 1_000 - 30_000 };
    await refused(() => bet(BIG, { period, deps }), 'betting-closed');
  });

  test('betting is closed once the gate has moved, whatever the clock says', async () => {
    const { period } = table.schedule();
    await club.owner.query('update lottery.gate set period = $1 where lottery_id = $2', [period + 1, table.lotteryId]);
    await refused(() => bet(), 'betting-closed');
    await club.at(table.schedule().locks * 1_000);
    await accepted(bet());
  });

  test('a period that has not begun is not open, to the millisecond', async () => {
    const { period, locks } = table.schedule();
    await club.at(locks * 1_000 - 1);
    await refused(() => bet(BIG, { period: period + 1 }), 'period-not-open');
    await club.at(locks * 1_000);
    await accepted(bet(BIG, { period: period + 1 }));
  });

  test('a lottery has no period before its first table, and none of another lottery', async () => {
    const { firstPeriod } = table.table;
    await refused(() => bet(BIG, { period: firstPeriod - 1 }), 'betting-closed');
    const future = await club.openTable({ key: 'dice-300', periodSeconds: 300 });
    await club.at(future.table.firstPeriod * 300_000 - 1);
    await refused(() => club.place(member, future, BIG, { period: future.table.firstPeriod - 1 }), 'period-not-open');
    const elsewhere = { ...table, schedule: () => ({ ...table.schedule(), drawId: 'dice-61/5' }) };
    await refused(() => club.place(member, elsewhere, BIG), 'not-found');
  });
});

describe('the table', () => {
  afterEach(() => switchLottery(club.db, table.lotteryId, true));

  test('is closed and opened by the last switch', async () => {
    await switchLottery(club.db, table.lotteryId, false);
    await refused(() => bet(), 'table-closed');
    await club.clock.forward(1);
    await switchLottery(club.db, table.lotteryId, true);
    await accepted(bet());
  });

  test('that the member saw is not the one that rules', async () => {
    await refused(() => bet(BIG, { tableHash: '00'.repeat(32) }), 'table-changed');
  });

  test('that this process knows is not the one that rules any more', async () => {
    const old = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
    const stale = club.catalogue();
    await accepted(club.place(member, old, BIG));
    await club.openTable({ key: 'dice-30', periodSeconds: 30, stakeMin: 50n });
    const deps = { ...club.slips, catalogue: () => stale };
    await refused(() => club.place(member, old, BIG, { deps }), 'table-changed');
  });
});

describe('the beacon', () => {
  /** Sets the beacon's newest round to the start of the period, and the clock to a time relative to it. */
  async function clockAfterBeacon(ms: number): Promise<void> {
    const roundMs = table.schedule().opens * 1_000 + 30_000;
    await club.at(roundMs);
    await club.clock.set(roundMs + ms);
  }

  test.each([9_001, 20_000])('is %i ms behind the clock: results may be known', async (ms) => {
    await clockAfterBeacon(ms);
    await refused(() => bet(), 'beacon-disagrees');
  });

  test.each([-2_001, -20_000])('is ahead of the clock, which is at %i ms of it', async (ms) => {
    await clockAfterBeacon(ms);
    await refused(() => bet(), 'beacon-disagrees');
  });

  test.each([9_000, 0, -2_000])('agrees with the clock at %i ms', async (ms) => {
    await clockAfterBeacon(ms);
    await accepted(bet());
  });

  test('was never seen', async () => {
    await club.owner.query('delete from draw.beacon_head');
    await refused(() => bet(), 'beacon-disagrees');
    await club.at(club.clock.nowMs());
    await accepted(bet());
  });
});

describe('what can be won', () => {
  test('by a member in a period ends at their cap, and starts again with the next', async () => {
    const multiplier = BigInt(fairMultiplier('s3', 96, 100));
    const profit = (stake: bigint) => (stake * multiplier) / 10_000n - stake;
    const left = 40_000n - profit(STAKE);
    await accepted(bet([{ bet: 's3', stakeMinor: STAKE }]));
    const room = (left * 10_000n) / (multiplier - 10_000n);
    expect(profit(room)).toBeLessThanOrEqual(left);
    expect(profit(room + 1n)).toBeGreaterThan(left);
    await refused(() => bet([{ bet: 's3', stakeMinor: room + 1n }]), 'member-cap', {
      leftMinor: String(room),
      bet: 's3',
    });
    await accepted(bet([{ bet: 's3', stakeMinor: room }]));
    await club.at(club.clock.nowMs() + PERIOD_MS);
    await accepted(bet([{ bet: 's3', stakeMinor: room + 1n }]));
    await accepted(bet([{ bet: 's3', stakeMinor: STAKE - 1n }]));
    await refused(() => bet([{ bet: 's3', stakeMinor: STAKE }]), 'member-cap', { leftMinor: '0', bet: 's3' });
  });
});

describe('the session', () => {
  test('that is restricted places no bet', async () => {
    const { memberId, userName } = member;
    const caller = { address: '192.0.2.1', device: null };
    const session = await transaction(club.api, (tx) =>
      startSession(tx, { memberId, userName, restricted: true }, caller),
    );
    await refused(() => club.place(session.identity, table, BIG), 'suspended');
    await refused(() => club.place({ ...session.identity, restricted: false }, table, BIG), 'suspended');
  });

  test.each([
    ['ended', 'ended_at = $2'],
    ['has been idle too long', 'idle_until = $2'],
    ['is too old', 'expires_at = $2'],
  ])('that %s places no bet, though the server still remembers it', async (_, change) => {
    const now = new Date(club.clock.nowMs());
    await club.owner.query(`update members.session set ${change} where member_id = $1`, [member.memberId, now]);
    await refused(() => bet(), 'signed-out');
  });

  test('that is not the member’s own places no bet', async () => {
    const other = await club.member();
    await refused(() => club.place({ ...member, tokenHash: other.tokenHash }, table, BIG), 'signed-out');
  });

  test.each([
    ['ends', 'ended_at = now()', 'signed-out'],
    ['is restricted', 'restricted = true', 'suspended'],
  ])('that %s while its slip waits places no bet', async (_, change, code) => {
    const holder = await openTransaction(club.owner);
    try {
      await holder.client.query('select 1 from lottery.gate where bucket = $1 and lottery_id = $2 for update', [
        member.bucket,
        table.lotteryId,
      ]);
      const slip = refused(() => bet(), code);
      await untilWaiting(club.owner, holder.pid);
      await club.owner.query(`update members.session set ${change} where member_id = $1`, [member.memberId]);
      await holder.commit();
      await slip;
    } finally {
      await holder.rollback();
    }
  });
});
