import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { noteTurnover } from '../../src/draw/settlement/note-turnover.ts';
import { HOUR_MS } from '../../src/durations.ts';
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

/** Settles a period with bets of several members. Returns the totals by slips and ledger. */
async function play(stakes: readonly bigint[]): Promise<{ staked: bigint; won: bigint }> {
  const { club } = at;
  const members = await club.members(stakes.length);
  const { period, locks, draws } = table.schedule();
  for (const [index, stakeMinor] of stakes.entries()) {
    const member = members[index];
    if (member) await club.place(member, table, [{ bet: index % 2 ? 'big' : 'small', stakeMinor }]);
  }
  await at.at(locks * 1_000);
  await advance(club, table);
  await at.at(draws * 1_000);
  await advance(club, table);
  const { rows } = await club.owner.query(
    `select coalesce(sum(t.amount), 0)::text as won from ledger.transfer t
     join lottery.slip s on s.bucket = t.bucket and s.id = t.ref and s.period = $1 where t.kind = 'payout'`,
    [period],
  );
  return { staked: stakes.reduce((a, b) => a + b, 0n), won: BigInt(rows[0].won) };
}

interface Today {
  joined: { count: number; path: string };
  stakes: { amountMinor: string; count: number; path: string };
  wins: { amountMinor: string; path: string };
  in: { amountMinor: string; path: string };
  out: { amountMinor: string; path: string };
}

async function today(): Promise<Today> {
  return (await at.get('/api/console/dashboard', at.staff.owner)).body.today as Today;
}

describe('the figures of a day', () => {
  test('are those of slips and ledger, each once, however often and by however many they are summed', async () => {
    const one = await play([1_000n, 2_500n, 700n]);
    const two = await play([300n, 300n]);
    await Promise.all([noteTurnover(at.club.db), noteTurnover(at.club.db), noteTurnover(at.club.db)]);
    await noteTurnover(at.club.db);
    expect(await today()).toMatchObject({
      joined: { count: 5 },
      stakes: { amountMinor: String(one.staked + two.staked), count: 5 },
      wins: { amountMinor: String(one.won + two.won) },
      in: { amountMinor: '0' },
      out: { amountMinor: '0' },
    });
    const { body } = await at.get((await today()).stakes.path, at.staff.auditor);
    expect(body).toMatchObject({ total: 2 });
    const sums = body.items?.map(({ stakedMinor }) => stakedMinor);
    expect(sums).toEqual([String(one.staked), String(two.staked)]);
  });

  test('each lead to their rows', async () => {
    const figures = await today();
    for (const { path } of [figures.joined, figures.stakes, figures.in, figures.out]) {
      expect((await at.get(path, at.staff.finance)).status, path).toBe(200);
    }
    const { body } = await at.get('/api/console/dashboard', at.staff.owner);
    const parts = [body.exposure, body.health] as { path: string }[][];
    for (const { path } of parts.flat()) expect((await at.get(path, at.staff.owner)).status, path).toBe(200);
  });

  test('say nothing of a draw that took bets and was not paid yet', async () => {
    const before = (await today()).stakes.amountMinor;
    const [member] = await at.club.members(1);
    if (!member) throw new Error('nobody came');
    await at.club.place(member, table, [{ bet: 's3', stakeMinor: 900n }]);
    await noteTurnover(at.club.db);
    expect((await today()).stakes.amountMinor).toBe(before);
    const { body } = await at.get('/api/console/dashboard', at.staff.owner);
    const { period } = table.schedule();
    const [exposure] = body.exposure as { period: number; atRiskMinor: string }[];
    expect(exposure?.period).toBe(period);
    expect(BigInt(exposure?.atRiskMinor ?? 0)).toBeGreaterThan(100_000n);
  });

  test('of money count what was credited and what was paid', async () => {
    const { club } = at;
    const now = new Date(club.clock.nowMs());
    const member = await club.member();
    const ids = Array.from({ length: 6 }, () => newId());
    await club.owner.query(
      `insert into payments.payee (bucket, member_id, id, kind, bank_code, holder, masked, phone_masked, provider, encrypted,
         key_id, bound_at, active_at) values ($1, $2, $3, 'iban', 'elbe', 'Ana', 'x', 'x', 'sandbox', 'x', 'x', $4::timestamptz, $4::timestamptz)`,
      [member.bucket, member.memberId, ids[0], now],
    );
    const withdrawal = (id: unknown, amount: number, state: string) =>
      club.owner.query(
        `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
           submitted_at, review_due_at, ended_at)
         values ($1, $2, $3, $4::timestamptz::date, $5, 'PLAY', $6, 'sandbox', $7::text, $4::timestamptz,
           $4::timestamptz + interval '1 day', case when $7::text = 'paid' then $4::timestamptz end)`,
        [member.bucket, member.memberId, id, now, amount, ids[0], state],
      );
    await withdrawal(ids[1], 4_000, 'paid');
    await withdrawal(ids[2], 7_000, 'in-review');
    await club.owner.query(
      `insert into payments.withdrawal_event (id, bucket, member_id, withdrawal_id, state, at)
       select gen_random_uuid(), bucket, member_id, id, 'submitted', submitted_at from payments.withdrawal`,
    );
    await club.owner.query(
      `insert into payments.top_up (bucket, member_id, id, day, amount, currency, provider, state, created_at, expires_at,
         next_at) values ($1, $2, $3, $4::timestamptz::date, 5000, 'PLAY', 'sandbox', 'credited', $4::timestamptz,
         $4::timestamptz, $4::timestamptz)`,
      [member.bucket, member.memberId, ids[3], now],
    );
    const payment = (id: unknown, state: string, reason: string | null) =>
      club.owner.query(
        `insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency,
           state, reason, at, ended_at, next_at)
         values ($1, $2, $3::uuid, $4, $5::timestamptz::date, 'sandbox', $3::uuid::text, 5000, 'PLAY', $6::text, $7,
           $5::timestamptz, case when $6::text = 'credited' then $5::timestamptz end, $5::timestamptz)`,
        [member.bucket, member.memberId, id, ids[3], now, state, reason],
      );
    await payment(ids[4], 'credited', null);
    await payment(ids[5], 'review', 'amount');
    const { body } = await at.get('/api/console/dashboard', at.staff.owner);
    expect(body).toMatchObject({
      today: { in: { amountMinor: '5000', count: 1 }, out: { amountMinor: '4000', count: 1 } },
      liabilities: {
        published: null,
        onTheWay: { count: 1, amountMinor: '7000', path: '/api/console/withdrawals?state=open' },
      },
      // This file's club has no payment provider.
      funds: { state: 'none', amountMinor: null, atMs: null },
    });
    const { path } = (body.today as Today).in;
    expect((await at.get(path, at.staff.owner)).body).toMatchObject({ total: 1 });
    expect((await at.get('/api/console/withdrawals?state=open', at.staff.owner)).body).toMatchObject({ total: 1 });
    const { day } = body.today as { day: string };
    const before = new Date(now.getTime() - 24 * HOUR_MS).toISOString().slice(0, 10);
    for (const list of ['withdrawals?state=paid', 'payments?state=credited']) {
      const of = async (more: string) => (await at.get(`/api/console/${list}&${more}`, at.staff.owner)).body.total;
      expect([list, await of(`endedFrom=${day}&endedTo=${day}`)]).toEqual([list, 1]);
      expect([list, await of(`endedFrom=${before}&endedTo=${before}`)]).toEqual([list, 0]);
    }
    const joined = (to: string) => at.get(`/api/console/members?joinedFrom=${before}&joinedTo=${to}`, at.staff.owner);
    expect((await joined(before)).body.total).toBe(0);
    expect((await joined(day)).body.total).toBeGreaterThan(5);
  });

  test('go back thirty days, today included', async () => {
    const { body } = await at.get('/api/console/dashboard', at.staff.auditor);
    const series = body.series as { day: string; slips: number }[];
    expect(series).toHaveLength(30);
    expect(series.at(-1)).toMatchObject({ day: (body.today as { day: string }).day, slips: 5 });
    expect(series.at(0)?.slips).toBe(0);
  });
});

test('the health of draws is how promptly they were encrypted, drawn and paid', async () => {
  const { body } = await at.get('/api/console/dashboard', at.staff.owner);
  const [health] = body.health as { lotteryKey: string; draws: number; seal: { slowestMs: number } | null }[];
  expect(health).toMatchObject({ lotteryKey: 'dice-60', draws: 2 });
  expect(health?.seal?.slowestMs).toBeGreaterThanOrEqual(0);
  expect(health?.seal?.slowestMs).toBeLessThan(60_000);
});

test('what one part cannot read takes nothing else away', async () => {
  await at.club.owner.query('alter table draw.day_turnover rename to away');
  try {
    const { status, body } = await at.get('/api/console/dashboard', at.staff.finance);
    expect(status).toBe(200);
    expect(body).toMatchObject({ today: null, series: null });
    expect(body.exposure).toHaveLength(1);
    expect(body.health).toHaveLength(1);
  } finally {
    await at.club.owner.query('alter table draw.away rename to day_turnover');
  }
});

test('a page that asks by itself keeps no session from ending', async () => {
  const one = await at.add('finance');
  const idleUntil = async () =>
    (await at.club.owner.query('select max(idle_until) as until from staff.session where staff_id = $1', [one.id]))
      .rows[0].until as Date;
  const began = await idleUntil();
  await at.club.at(at.club.clock.nowMs() + 10 * 60_000);
  for (const path of ['/api/console/dashboard', '/api/console/queues']) {
    expect((await at.get(path, one)).status).toBe(200);
    expect(await idleUntil(), path).toEqual(began);
  }
  expect((await at.get('/api/console/me', one)).status).toBe(200);
  expect((await idleUntil()).getTime()).toBeGreaterThan(began.getTime());
  await at.at(at.club.clock.nowMs());
});

test('the exposure is that of the open period alone, 0 before its first bet', async () => {
  await at.at(at.club.clock.nowMs() + 60_000);
  const { body } = await at.get('/api/console/dashboard', at.staff.owner);
  expect(body.exposure).toMatchObject([{ lotteryKey: 'dice-60', period: table.schedule().period, atRiskMinor: '0' }]);
});

test('draws that never were are counted beside those that were, back to the oldest of them', async () => {
  // Nobody drew for minutes. Then two periods are drawn again.
  await at.at(at.club.clock.nowMs() + 5 * 60_000);
  await play([]);
  await play([]);
  const { rows } = await at.club.owner.query(
    'select count(*)::integer as draws, (max(period) - min(period))::integer + 1 as periods from draw.draw',
  );
  const [{ draws, periods }] = rows;
  const { body } = await at.get('/api/console/dashboard', at.staff.owner);
  expect(draws).toBe(4);
  expect(body.health).toMatchObject([{ draws, voids: periods - draws }]);
  expect(periods - draws).toBeGreaterThanOrEqual(5);
});

test('the figures come from indexes and small tables: no plan reads all postings, slips, payments or withdrawals', async () => {
  const client = await at.club.owner.connect();
  try {
    // Years of rows, so that the planner chooses as for a large house.
    await client.query(`
      insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state, submitted_at, ended_at)
        select 0, gen_random_uuid(), gen_random_uuid(), '2020-01-01', 1, 'PLAY', gen_random_uuid(), 'sandbox', 'paid', at, at
        from (select timestamptz '2020-01-01' + n * interval '1 hour' as at from generate_series(1, 5000) n) x;
      insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency, state,
          at, ended_at, next_at)
        select 0, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '2020-01-01', 'sandbox', n::text, 1, 'PLAY',
          'credited', at, at, at
        from (select n, timestamptz '2020-01-01' + n * interval '1 hour' as at from generate_series(1, 5000) n) x;
      analyze payments.withdrawal; analyze payments.payment`);
    await client.query('set enable_seqscan = off');
    for (const [query, index] of [
      ["select sum(amount) from payments.withdrawal where state = 'paid' and ended_at >= now()", 'withdrawal_paid'],
      ["select sum(amount) from payments.payment where state = 'credited' and ended_at >= now()", 'payment_credited'],
      ['select count(*) from members.member where created_at >= now()', 'member_by_time'],
      ['select sum(staked) from draw.turnover where day = current_date and paid_at <= now()', 'turnover_of_day'],
      [
        'select sum(staked) from draw.day_turnover where day between current_date - 90 and current_date',
        'day_turnover_pkey',
      ],
      [
        'select sum(amount) from ledger.day_total where date between current_date - 90 and current_date',
        'day_total_pkey',
      ],
      ['select count(*) from payments.payout_outcome where at >= now() and at <= now()', 'payout_outcome_at'],
      ['select 1 from desk.thread where opened_at >= now() order by opened_at desc limit 5000', 'thread_by_time'],
      [
        'select 1 from payments.withdrawal where submitted_at >= now() and review_due_at is not null order by submitted_at desc limit 5000',
        'withdrawal_by_submission',
      ],
      [
        "select count(*) from members.user_name_claim where name_key ~>=~ 'a' and name_key ~<~ 'b'",
        'user_name_by_letters',
      ],
    ] as const) {
      const { rows } = await client.query(`explain ${query}`);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n'), query).toContain(index);
    }
  } finally {
    client.release(true);
  }
});
