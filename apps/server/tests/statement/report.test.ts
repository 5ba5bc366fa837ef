import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { LedgerAccount, LedgerKind } from '../../src/db/schema.d.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { addUp, lifetimeNetDeposits, turnoverByDay } from '../../src/ledger/turnover.ts';
import { advance, diceOf, periodIn } from '../draw/drawing.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { post } from '../kit/money.ts';

/** Every kind of money movement with its debited and credited account. */
const WAYS = {
  grant: ['issue', 'available'],
  stake: ['available', 'play'],
  payout: ['play', 'available'],
  refund: ['play', 'available'],
  return: ['play', 'available'],
  hold: ['available', 'held'],
  post: ['held', 'cash'],
  release: ['held', 'available'],
  'top-up': ['cash', 'available'],
  bounce: ['cash', 'available'],
  correction: ['cash', 'available'],
  purchase: ['available', 'sales'],
  'purchase-refund': ['sales', 'available'],
} as const satisfies Record<LedgerKind, readonly [LedgerAccount, LedgerAccount]>;
/** Corrections of the balance itself, to and from the member. They count neither as deposits nor as withdrawals. */
const OWN_WAYS = [
  ['correction', 'available'],
  ['available', 'correction'],
] as const satisfies (readonly [LedgerAccount, LedgerAccount])[];

let club: Club;
let table: OpenTable;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

interface ReportAnswer {
  days: { day: string; stakedMinor: string; wonMinor: string; inMinor: string; outMinor: string }[];
  [sum: string]: unknown;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

async function reportOf(member: SignedIn, from: string, to: string): Promise<ReportAnswer> {
  const answer = await call(server, `/api/me/report?from=${from}&to=${to}`, { cookie: member.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ReportAnswer;
}

type Way = readonly [LedgerAccount, LedgerAccount];

async function move(member: SignedIn, kind: LedgerKind, amount: bigint, day: string, way: Way = WAYS[kind]) {
  const { bucket, memberId } = member;
  const [debit, credit] = way;
  const ref = newId();
  await transaction(club.db, (tx) => post(tx, [{ bucket, memberId, day, ref, kind, debit, credit, amount }]));
}

test('of any movements, each sum is that of its own, by the day of the act', async () => {
  const start = Date.parse('2026-03-01T00:00:00Z');
  const aMove = fc.record({
    kind: fc.constantFrom(...(Object.keys(WAYS) as LedgerKind[])),
    amount: fc.bigInt({ min: 1n, max: 900n }),
    day: fc.integer({ min: 0, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(aMove, { maxLength: 20 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 6 }),
      async (moves, a, b) => {
        const member = await signIn(club, await club.member({ credits: 1_000_000n }));
        await move(member, 'hold', 100_000n, '2026-02-01');
        for (const { kind, amount, day } of moves) await move(member, kind, amount, dayOf(start + day * DAY_MS));
        for (const way of OWN_WAYS) await move(member, 'correction', 50n, dayOf(start), way);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const within = moves.filter(({ day }) => day >= from && day <= to);
        const sumOf = (of: typeof moves, ...kinds: LedgerKind[]) =>
          of.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0n);
        const wanted = (of: typeof moves) => ({
          staked: sumOf(of, 'stake') - sumOf(of, 'refund', 'return'),
          won: sumOf(of, 'payout'),
          refunded: sumOf(of, 'refund', 'return'),
          in: sumOf(of, 'top-up', 'correction'),
          out: sumOf(of, 'post') - sumOf(of, 'bounce'),
        });
        const days = await turnoverByDay(club.db, member, {
          from: dayOf(start + from * DAY_MS),
          to: dayOf(start + to * DAY_MS),
        });
        expect(addUp(days)).toEqual(wanted(within));
        for (const { day, ...sums } of days) {
          expect(sums).toEqual(wanted(within.filter((one) => dayOf(start + one.day * DAY_MS) === day)));
        }
        const { in: came, out } = wanted(moves);
        expect(await lifetimeNetDeposits(club.db, member)).toBe(came - out);
      },
    ),
    { numRuns: 25 },
  );
});

describe('the answer', () => {
  test('has every day of the span, in order, and sums that are those of its days', async () => {
    const member = await signIn(club, await club.member({ credits: 10_000n }));
    await move(member, 'top-up', 500n, '2026-02-27');
    await move(member, 'stake', 300n, '2026-03-01');
    await move(member, 'payout', 450n, '2026-03-01');
    await move(member, 'top-up', 70n, '2026-03-03');
    const report = await reportOf(member, '2026-02-28', '2026-03-02');
    expect(report).toMatchObject({
      stakedMinor: '300',
      wonMinor: '450',
      refundedMinor: '0',
      inMinor: '0',
      outMinor: '0',
      profitMinor: '150',
      pendingMinor: '0',
      lifetimeNetDepositsMinor: '570',
    });
    const nothing = { stakedMinor: '0', wonMinor: '0', inMinor: '0', outMinor: '0' };
    expect(report.days).toEqual([
      { day: '2026-02-28', ...nothing },
      { day: '2026-03-01', ...nothing, stakedMinor: '300', wonMinor: '450' },
      { day: '2026-03-02', ...nothing },
    ]);
  });

  test('is given for a year and a day at most, and for a span that goes forward', async () => {
    const member = await signIn(club, await club.member(), true);
    expect((await reportOf(member, '2025-11-22', '2026-11-22')).days).toHaveLength(366);
    for (const [from, to] of [
      ['2025-11-21', '2026-11-22'],
      ['2026-11-22', '2026-11-21'],
    ]) {
      const answer = await call(server, `/api/me/report?from=${from}&to=${to}`, { cookie: member.cookie });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'date-bad']);
    }
    expect((await call(server, '/api/me/report?from=2026-11-22', { cookie: member.cookie })).status).toBe(400);
    expect((await call(server, '/api/me/report?from=2026-11-22&to=2026-11-22')).status).toBe(401);
  });
});

describe('bets', () => {
  test('are pending until their draw is paid, won or lost then, and none where the stake came back', async () => {
    const member = await signIn(club, await club.member({ credits: 100_000n }));
    const today = dayOf(club.clock.nowMs());
    const sums = async () => {
      const { stakedMinor, wonMinor, refundedMinor, profitMinor, pendingMinor } = await reportOf(member, today, today);
      return { stakedMinor, wonMinor, refundedMinor, profitMinor, pendingMinor };
    };
    await club.at(periodIn(club, table).locks * 1_000);
    await advance(club, table);
    const period = periodIn(club, table);
    const sum = diceOf(club, period).reduce((all, one) => all + one, 0);
    const [wins, loses] = sum >= 11 ? (['big', 'small'] as const) : (['small', 'big'] as const);
    await club.place(member, table, [{ bet: wins, stakeMinor: 1_000n }]);
    await club.place(member, table, [{ bet: loses, stakeMinor: 400n }]);
    const open = { stakedMinor: '1400', wonMinor: '0', refundedMinor: '0', profitMinor: '-1400', pendingMinor: '1400' };
    expect(await sums()).toEqual(open);
    await club.at(period.locks * 1_000);
    await advance(club, table);
    expect(await sums()).toEqual(open);
    await club.at(period.draws * 1_000 + 3_000);
    await advance(club, table);
    const { rows } = await club.owner.query<{ won: string }>(
      `select coalesce(sum(amount), 0)::text as won from ledger.transfer where member_id = $1 and kind = 'payout'`,
      [member.memberId],
    );
    const won = BigInt(rows[0]?.won ?? 0);
    expect(won).toBeGreaterThan(1_000n);
    expect(await sums()).toEqual({
      ...open,
      wonMinor: String(won),
      profitMinor: String(won - 1_400n),
      pendingMinor: '0',
    });
    // A bet whose seal comes too late.
    const late = periodIn(club, table);
    await club.place(member, table, [{ bet: 'odd', stakeMinor: 770n }]);
    await club.at(late.sealByMs + 1);
    await advance(club, table);
    expect(await sums()).toEqual({
      ...open,
      wonMinor: String(won),
      refundedMinor: '770',
      profitMinor: String(won - 1_400n),
      pendingMinor: '0',
    });
  });
});
