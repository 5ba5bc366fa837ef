import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteTurnover } from '../../src/draw/settlement/note-turnover.ts';
import { DAY_MS, MINUTE_MS } from '../../src/durations.ts';
import type { Figures } from '../../src/http/console/figures/figures-shapes.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { advance } from '../draw/drawing.ts';
import type { OpenTable } from '../kit/club.ts';
import { openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
let table: OpenTable;
beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  });
});
afterAll(() => at.close());

async function figures(days = '7'): Promise<Figures> {
  const { status, body } = await at.get(`/api/console/figures?days=${days}`, at.staff.auditor);
  expect(status).toBe(200);
  return body as unknown as Figures;
}

/** Bets on small and on big, and draws the period. */
async function play(stakeMinor: bigint): Promise<void> {
  const { club } = at;
  const member = await club.member();
  const { locks, draws } = table.schedule();
  await club.place(member, table, [
    { bet: 'small', stakeMinor },
    { bet: 'big', stakeMinor },
  ]);
  await at.at(locks * 1_000);
  await advance(club, table);
  await at.at(draws * 1_000);
  await advance(club, table);
  await noteTurnover(club.jobs);
}

test('an empty house has zeros for every day, and no return', async () => {
  for (const [days, count] of [
    ['7', 7],
    ['30', 30],
    ['90', 90],
  ] as const) {
    const { moments, play: played, money, answers, decisions, from, to } = await figures(days);
    const nothing = { draws: 0, slips: 0, stakedMinor: '0', wonMinor: '0' };
    const noMoney = { count: 0, amountMinor: '0' };
    expect(moments).toHaveLength(3);
    for (const moment of moments ?? []) expect(moment).toMatchObject({ ...nothing, in: noMoney, out: noMoney });
    expect(played?.days.map(({ day }) => day)).toEqual(money?.days.map(({ day }) => day));
    expect(played).toMatchObject({ voids: 0, overdue: 0, lotteries: [] });
    expect(played?.total).toMatchObject({ ...nothing, late: 0, rtp: null, published: null, low: null, high: null });
    expect([played?.days.length, played?.days[0]?.day, played?.days.at(-1)?.day]).toEqual([count, from, to]);
    expect(money).toMatchObject({ owedBeforeMinor: '0', owedMinor: '0', in: noMoney, out: noMoney, published: null });
    const noTimes = { count: 0, open: 0, isCut: false, medianMs: null, p90Ms: null };
    expect([answers, decisions]).toEqual([noTimes, noTimes]);
  }
});

test('other spans are refused, and roles without the figures get none', async () => {
  expect((await at.get('/api/console/figures?days=8', at.staff.owner)).status).toBe(400);
  for (const role of ['support', 'content'] as const) {
    expect((await at.get('/api/console/figures', at.staff[role])).status).toBe(403);
  }
  expect((await at.get('/api/console/figures')).status).toBe(401);
});

test('today is compared with yesterday and last week up to the same time of day, not beyond', async () => {
  const { club } = at;
  const start = club.clock.nowMs();
  await play(500n);
  await at.at(start + 2 * DAY_MS);
  const [today, yesterday, lastWeek] = (await figures()).moments ?? [];
  expect([today?.slips, yesterday?.slips, lastWeek?.slips]).toEqual([0, 0, 0]);
  for (const [ago, index] of [
    [1, 1],
    [7, 2],
  ] as const) {
    await at.at(start + ago * DAY_MS);
    expect((await figures()).moments?.[index]).toMatchObject({ slips: 0, untilMs: start });
    await at.at(start + ago * DAY_MS + 2 * MINUTE_MS);
    expect((await figures()).moments?.[index]).toMatchObject({ slips: 1, stakedMinor: '1000', draws: 1 });
  }
  await at.at(start + 2 * MINUTE_MS);
});

test('a bet on both sides has a return without spread: the band is its published return', async () => {
  const { play: played } = await figures();
  const [lottery] = played?.lotteries ?? [];
  expect(lottery?.lotteryKey).toBe('dice-60');
  const { rtp, published, low, high } = lottery ?? {};
  expect(rtp).toBeCloseTo(0.96, 5);
  expect([published, low, high]).toEqual([rtp, rtp, rtp].map((share) => expect.closeTo(share ?? 0, 9)));
});

test('owed is as of the last reconciliation, and says so', async () => {
  const { club } = at;
  await reconcileNew({ db: club.jobs, payments: null, macs: null, catalogue: club.catalogue });
  const { money } = await figures();
  const { rows } = await club.owner.query('select sum(available + held)::text as owed from ledger.balance');
  expect(money).toMatchObject({ owedMinor: rows[0].owed, atMs: club.clock.nowMs() });
});

test('the waiting times have a median and a 90th percentile; open cases are counted beside', async () => {
  const { club } = at;
  await club.at(club.clock.nowMs() + 2 * MINUTE_MS);
  const { bucket, memberId } = await club.member();
  const now = club.clock.nowMs();
  for (let minutes = 1; minutes <= 10; minutes++) {
    await club.owner.query(
      `with t as (
         insert into desk.thread (bucket, member_id, id, subject, opened_at, last_at, entries)
         values ($1, $2, gen_random_uuid(), 'question', to_timestamp($3), to_timestamp($3), 2) returning id)
       insert into desk.entry (bucket, member_id, thread_id, n, key, staff_id, role, words, at)
       select $1, $2, t.id, n, gen_random_uuid(), case n when 2 then gen_random_uuid() end,
         case n when 2 then 'support' end, 'words', to_timestamp($3) + (n - 1) * $4 * interval '1 minute'
       from t, generate_series(1, 2) n`,
      [bucket, memberId, now / 1_000 - 3_600, minutes],
    );
    await club.owner.query(
      `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
         submitted_at, review_due_at, approved_at, ended_at)
       values ($1, $2, gen_random_uuid(), to_timestamp($3)::date, 100, 'PLAY', gen_random_uuid(), 'sandbox', $5,
         to_timestamp($3), to_timestamp($3) + interval '1 day',
         case when $5 = 'paid' then to_timestamp($3) + $4 * interval '1 minute' end,
         case $5 when 'paid' then to_timestamp($3) + interval '20 hours'
           when 'refused' then to_timestamp($3) + $4 * interval '1 minute' end)`,
      [bucket, memberId, now / 1_000 - 3_600, minutes, minutes % 2 ? 'paid' : 'refused'],
    );
  }
  await club.owner.query(
    `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
       submitted_at, review_due_at)
     values ($1, $2, gen_random_uuid(), to_timestamp($3)::date, 100, 'PLAY', gen_random_uuid(), 'sandbox', 'in-review',
       to_timestamp($3), to_timestamp($3) + interval '1 day')`,
    [bucket, memberId, now / 1_000 - 60],
  );
  const wanted = { count: 10, isCut: false, medianMs: 5.5 * MINUTE_MS, p90Ms: 9.1 * MINUTE_MS };
  const { answers, decisions, from, to } = await figures();
  expect(answers).toEqual({ ...wanted, open: 0 });
  expect(decisions).toEqual({ ...wanted, open: 1 });
  // The lists behind them, over the same span.
  for (const [path, total] of [
    [`desk/threads?from=${from}&to=${to}`, 10],
    [`desk/threads?from=2199-01-01`, 0],
    [`desk/threads?to=2020-01-01`, 0],
    [`withdrawals?from=${from}&to=${to}`, 11],
    [`withdrawals?from=2199-01-01`, 0],
    [`purchases?from=${from}&to=${to}`, 0],
  ] as const) {
    const { status, body } = await at.get(`/api/console/${path}`, at.staff.owner);
    expect([path, status, body.total]).toEqual([path, 200, total]);
  }
});

test('a part that cannot be read takes nothing else away', async () => {
  await at.club.owner.query('alter table draw.day_turnover rename to away');
  try {
    const found = await figures();
    expect(found.play).toBeNull();
    expect(found.money).not.toBeNull();
    expect(found.exposure).toHaveLength(1);
  } finally {
    await at.club.owner.query('alter table draw.away rename to day_turnover');
  }
});

test('reading the figures shows no member and writes no audit entry', async () => {
  await at.acts();
  const text = JSON.stringify(await figures('90'));
  expect(await at.acts()).toEqual([]);
  const { rows } = await at.club.owner.query('select member_id from members.member');
  for (const { member_id } of rows) expect(text).not.toContain(member_id);
});
