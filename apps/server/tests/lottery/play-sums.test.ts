import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Club, openClub } from '../kit/club.ts';

// What a member staked and lost in a day, a week and a month, and until when these sums hold.

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

const HOUR_MS = 3_600_000;

/** The sums of a new member with these transfers: kind, amount, and how many hours ago. */
async function sumsOf(...transfers: [kind: 'stake' | 'payout', amount: bigint, hoursAgo: number][]) {
  const { bucket, memberId } = await club.member();
  const nowMs = club.clock.nowMs();
  for (const [kind, amount, hoursAgo] of transfers) {
    const at = new Date(nowMs - hoursAgo * HOUR_MS);
    const accounts = kind === 'stake' ? ['available', 'play'] : ['play', 'available'];
    await club.owner.query(
      `with day as (
         insert into ledger.line_day (bucket, member_id, date, day)
         values ($1, $2, ($3::timestamptz at time zone 'UTC')::date, ($3::timestamptz at time zone 'UTC')::date)
         on conflict do nothing
       )
       insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
       values ($1, $2, ($3::timestamptz at time zone 'UTC')::date, gen_random_uuid(), $4::ledger.kind,
         $5::ledger.account, $6::ledger.account, $7, 0, $3)`,
      [bucket, memberId, at, kind, ...accounts, amount],
    );
  }
  const { rows } = await club.owner.query('select * from lottery.sum_play($1, $2, $3)', [
    bucket,
    memberId,
    new Date(nowMs),
  ]);
  const [{ stale_at: staleAt, ...sums }] = rows;
  const inHours = staleAt === null ? null : Math.round((staleAt.getTime() - nowMs) / HOUR_MS);
  return { ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])), inHours };
}

test('each span has its own stakes and payouts', async () => {
  expect(
    await sumsOf(['stake', 1n, 1], ['payout', 100n, 2], ['stake', 10n, 30], ['stake', 1_000n, 200], ['stake', 7n, 800]),
  ).toEqual({ staked_day: 1, lost_day: -99, lost_week: -89, lost_month: 911, inHours: 22 });
});

test('without a payout the sums only fall by time, so they never grow stale', async () => {
  expect(await sumsOf(['stake', 5n, 1])).toMatchObject({ staked_day: 5, lost_day: 5, inHours: null });
});

// When the oldest payout of a span leaves it, a loss limit has less room than before.
test.each([
  ['a day', [5, 20], 4],
  ['a week', [30, 100], 68],
  ['a month', [200, 700], 20],
] as const)('they hold until the oldest payout leaves %s', async (_, [newer, older], inHours) => {
  expect(await sumsOf(['payout', 1n, newer], ['payout', 1n, older])).toMatchObject({ inHours });
});
