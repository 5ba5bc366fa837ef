import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { assessMembers } from '../../src/jobs/assess-members.ts';
import { setLimit } from '../../src/members/limits/limits.ts';
import { type AssessDeps, assessMember, dueMembers } from '../../src/risk/assess.ts';
import type { NetDepositThreshold } from '../../src/risk/net-deposits.ts';
import { readSigns } from '../../src/risk/own-signs.ts';
import { signIn } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';

let club: Club;
let table: OpenTable;
let mira: Identity;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
beforeEach(async () => {
  mira = await club.member();
});
afterAll(() => club.close());

function deps(thresholds: readonly NetDepositThreshold[] = []): AssessDeps {
  return { db: club.jobs, thresholds, periodSecondsOf: (id) => (id === table.lotteryId ? 60 : undefined) };
}

const assess = (thresholds?: readonly NetDepositThreshold[], member = mira) => assessMember(deps(thresholds), member);
const bet = (stakeMinor: bigint, member = mira) => club.place(member, table, [{ bet: 'big', stakeMinor }]);

async function casesOf(member = mira): Promise<Record<string, unknown>[]> {
  const { rows } = await club.owner.query(
    `select reason, signs, days, threshold::text, net::text, due_at, closed_at from risk.member_case
     where member_id = $1 order by opened_at, id`,
    [member.memberId],
  );
  return rows;
}

/** Stakes posted as if placed some time ago: the club's clock only moves ahead. */
async function stakedBefore(agoMs: number, amount: bigint, member = mira): Promise<void> {
  const at = new Date(club.clock.nowMs() - agoMs);
  const day = at.toISOString().slice(0, 10);
  await club.owner.query(
    `insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
     values ($1, $2, $3, $4, 'stake', 'available', 'play', $5, 1, $6)`,
    [member.bucket, member.memberId, day, newId(), String(amount), at],
  );
  await club.owner.query(
    'insert into ledger.line_day (bucket, member_id, date, day) values ($1, $2, $3, $3) on conflict do nothing',
    [member.bucket, member.memberId, day],
  );
}

async function payment(amount: bigint, agoMs = 0, state = 'credited'): Promise<void> {
  const at = new Date(club.clock.nowMs() - agoMs);
  await club.owner.query(
    `insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency, state,
       at, ended_at, next_at) values ($1, $2, $3, $4, $5, 'test', $6, $7, 'PLAY', $8, $9, $9, $9)`,
    [
      mira.bucket,
      mira.memberId,
      newId(),
      newId(),
      at.toISOString().slice(0, 10),
      randomUUID(),
      String(amount),
      state,
      at,
    ],
  );
}

async function withdrawal(amount: bigint, agoMs: number, state = 'paid'): Promise<void> {
  const at = new Date(club.clock.nowMs() - agoMs);
  await club.owner.query(
    `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
       submitted_at, ended_at) values ($1, $2, $3, $4, $5, 'PLAY', $6, 'test', $7, $8, $8)`,
    [mira.bucket, mira.memberId, newId(), at.toISOString().slice(0, 10), String(amount), newId(), state, at],
  );
}

describe('the signs of a member', () => {
  test('are none without a past, and the look is noted', async () => {
    await bet(500n);
    expect(await assess()).toEqual([]);
    expect(await readSigns(club.api, mira)).toMatchObject({ signs: [], timeZone: 'UTC', assessedAt: expect.any(Date) });
    expect(await casesOf()).toEqual([]);
  });

  test('hold the last week’s stakes and time against the member’s own weeks', async () => {
    for (const week of [2, 3, 4, 5]) await stakedBefore(week * 7 * DAY_MS - HOUR_MS, 100n);
    for (const minutes of [0, 40, 80, 130, 300]) await stakedBefore(DAY_MS + minutes * MINUTE_MS, 50n);
    // Gaps of 40, 40 and 50 minutes are play; the one of 170 minutes is a break.
    // A past without minutes compares with none.
    expect(await assess()).toEqual([{ kind: 'spend', level: 'noted', figure: 250n, usual: 100n }]);
    const other = await club.member();
    for (const week of [2, 3, 4]) {
      await stakedBefore(week * 7 * DAY_MS - HOUR_MS, 100n, other);
      await stakedBefore(week * 7 * DAY_MS - HOUR_MS - 10 * MINUTE_MS, 100n, other);
    }
    for (const minutes of [0, 40, 80, 130, 300]) await stakedBefore(DAY_MS + minutes * MINUTE_MS, 20n, other);
    expect(await assess([], other)).toEqual([{ kind: 'time', level: 'high', figure: 130n, usual: 10n }]);
  });

  test('count nights in the member’s time zone', async () => {
    const midnight = Math.floor(club.clock.nowMs() / DAY_MS) * DAY_MS;
    for (const day of [1, 2, 3]) await stakedBefore(club.clock.nowMs() - (midnight - day * DAY_MS + 3 * HOUR_MS), 5n);
    expect(await assess()).toEqual([{ kind: 'night', level: 'noted', figure: 3n, usual: null }]);
    const ada = await club.member();
    await club.owner.query(
      `insert into members.push_setting (bucket, member_id, muted, quiet_from, quiet_to, time_zone, set_at)
       values ($1, $2, '{}', '22:00', '07:00', 'Asia/Tokyo', now())`,
      [ada.bucket, ada.memberId],
    );
    for (const day of [1, 2, 3])
      await stakedBefore(club.clock.nowMs() - (midnight - day * DAY_MS + 3 * HOUR_MS), 5n, ada);
    expect(await assess([], ada)).toEqual([]);
    expect((await readSigns(club.api, ada)).timeZone).toBe('Asia/Tokyo');
  });

  test('find stakes that rise after bets were lost, also of real slips', async () => {
    // No payout is posted, so each bet whose dice fell counts as lost.
    for (const stake of [100n, 200n, 400n, 800n, 1_600n, 3_200n]) {
      await bet(stake);
      await club.at(club.clock.nowMs() + 3 * MINUTE_MS);
    }
    expect(await assess()).toEqual([{ kind: 'chasing', level: 'noted', figure: 5n, usual: 5n }]);
  });

  test('count requests for looser limits, failed top-ups, withdrawals, and conversations', async () => {
    const set = (value: bigint | null) => transaction(club.api, (tx) => setLimit(tx, mira, 'stake-day', value));
    await set(100n);
    await set(200n);
    await set(300n);
    const at = new Date(club.clock.nowMs());
    for (let index = 0; index < 3; index += 1) {
      await club.owner.query(
        `insert into payments.top_up (bucket, member_id, id, day, amount, currency, provider, state, created_at,
           expires_at, next_at) values ($1, $2, $3, $4, 100, 'PLAY', 'test', 'failed', $5, $5, $5)`,
        [mira.bucket, mira.memberId, newId(), at.toISOString().slice(0, 10), at],
      );
    }
    for (const hours of [50, 40, 30]) await withdrawal(10n, hours * HOUR_MS);
    await payment(10n, 29 * HOUR_MS);
    await payment(10n, 20 * HOUR_MS);
    for (let index = 0; index < 4; index += 1) {
      await club.owner.query(
        `insert into desk.thread (bucket, member_id, id, subject, opened_at, last_at, entries)
         values ($1, $2, $3, 'question', $4, $4, 1)`,
        [mira.bucket, mira.memberId, newId(), at],
      );
    }
    const noted = (kind: string, figure: bigint) => ({ kind, level: 'noted', figure, usual: null });
    expect(await assess()).toEqual([
      noted('limit-raises', 2n),
      noted('failed-deposits', 3n),
      noted('split-withdrawals', 3n),
      noted('deposit-after-withdrawal', 2n),
      noted('desk-contacts', 4n),
    ]);
  });

  test('are replaced at the next look, at most once a day', async () => {
    for (const hours of [3, 2, 1]) await withdrawal(10n, hours * HOUR_MS);
    expect(await assess()).toHaveLength(1);
    const { since } = (await readSigns(club.api, mira)).signs[0] ?? {};
    expect(await assess(), 'twice on one day').toBeNull();
    await club.at(club.clock.nowMs() + DAY_MS);
    expect(await assess()).toHaveLength(1);
    expect((await readSigns(club.api, mira)).signs[0]?.since, 'since the first look').toEqual(since);
    await club.at(club.clock.nowMs() + 31 * DAY_MS);
    expect(await assess()).toEqual([]);
    expect((await readSigns(club.api, mira)).signs).toEqual([]);
  });

  test('are computed by one of ten jobs at once', async () => {
    const done = await Promise.all(Array.from({ length: 10 }, () => assess()));
    expect(done.filter((found) => found !== null)).toHaveLength(1);
  });
});

describe('cases for staff', () => {
  const trouble = async () => {
    for (let hours = 1; hours <= 6; hours += 1) await withdrawal(10n, hours * HOUR_MS);
  };

  test('open for one high sign, with its figures; one at a time, and not again within 30 days', async () => {
    await trouble();
    await assess();
    const signs = [{ kind: 'split-withdrawals', level: 'high', figure: '6', usual: null }];
    expect(await casesOf()).toMatchObject([{ reason: 'signs', signs, closed_at: null }]);
    await club.at(club.clock.nowMs() + DAY_MS);
    await assess();
    expect(await casesOf()).toHaveLength(1);
    const closed = new Date(club.clock.nowMs());
    await club.owner.query('update risk.member_case set due_at = null, closed_at = $2 where member_id = $1', [
      mira.memberId,
      closed,
    ]);
    await club.at(club.clock.nowMs() + 25 * DAY_MS);
    await trouble();
    await assess();
    expect(await casesOf(), 'not long after the last one').toHaveLength(1);
    await club.at(club.clock.nowMs() + 6 * DAY_MS);
    await assess();
    expect(await casesOf()).toHaveLength(2);
  });

  test('do not open for members on a break', async () => {
    await trouble();
    await club.owner.query(
      `insert into members.exclusion (bucket, member_id, id, kind, hours) values ($1, $2, $3, 'time-out', 72)`,
      [mira.bucket, mira.memberId, newId()],
    );
    expect(await assess([{ days: 30, amount: 1n }])).toHaveLength(1);
    expect(await casesOf()).toEqual([]);
  });

  test('open at a threshold of net deposits, once for each in 365 days; without thresholds never', async () => {
    const thresholds = [
      { days: 7, amount: 500n },
      { days: 30, amount: 1_000n },
      { days: 30, amount: 5_000n },
    ];
    await payment(900n, 10 * DAY_MS);
    await payment(600n, DAY_MS);
    await payment(9_000n, DAY_MS, 'review');
    await withdrawal(200n, 2 * DAY_MS);
    await withdrawal(9_000n, DAY_MS, 'refused');
    await assess();
    expect(await casesOf()).toEqual([]);
    await club.at(club.clock.nowMs() + DAY_MS);
    await assess([{ days: 7, amount: 401n }]);
    expect(await casesOf()).toEqual([]);
    await club.at(club.clock.nowMs() + DAY_MS);
    await assess(thresholds.map((one) => (one.days === 7 ? { ...one, amount: 400n } : one)));
    const crossed = { reason: 'net-deposit', closed_at: null, signs: [] };
    expect(await casesOf()).toMatchObject([
      { ...crossed, days: 7, threshold: '400', net: '400' },
      { ...crossed, days: 30, threshold: '1000', net: '1300' },
    ]);
    await club.at(club.clock.nowMs() + DAY_MS);
    await payment(600n);
    await assess(thresholds.map((one) => (one.days === 7 ? { ...one, amount: 400n } : one)));
    expect(await casesOf()).toHaveLength(2);
    await club.at(club.clock.nowMs() + 364 * DAY_MS);
    await payment(1_500n);
    await assess([{ days: 30, amount: 1_000n }]);
    expect(await casesOf()).toHaveLength(3);
  });
});

describe('the job', () => {
  const WHOLE = { buckets: 256, budgetMs: 20_000 };
  const dueIds = async () => (await dueMembers(club.jobs, 0, 256)).map(({ memberId }) => memberId);

  test('looks at members in use since the last look, a day later at the earliest', async () => {
    expect(await dueIds()).toContain(mira.memberId);
    await assessMembers(deps(), WHOLE)();
    expect(await dueIds()).toEqual([]);
    await club.at(club.clock.nowMs() + 23 * HOUR_MS);
    await signIn(club, mira);
    expect(await dueIds()).toEqual([]);
    await club.at(club.clock.nowMs() + HOUR_MS);
    const quiet = await sql<{ n: number }>`select count(*)::integer as n from risk.assessment`.execute(club.db);
    expect(quiet.rows[0]?.n).toBeGreaterThan(1);
    expect(await dueIds(), 'only those who were there since').toEqual([mira.memberId]);
    expect(await assessMembers(deps(), WHOLE)()).toBe(1);
  });

  test('looks only into the buckets that it is given, and leaves out closed accounts', async () => {
    const inBucket = (bucket: number) => dueMembers(club.jobs, bucket, bucket + 1);
    expect((await inBucket(mira.bucket)).map(({ memberId }) => memberId)).toContain(mira.memberId);
    expect((await inBucket((mira.bucket + 1) % 256)).map(({ memberId }) => memberId)).not.toContain(mira.memberId);
    await club.owner.query('insert into members.closure (bucket, member_id, asked_at) values ($1, $2, now())', [
      mira.bucket,
      mira.memberId,
    ]);
    expect(await dueIds()).not.toContain(mira.memberId);
  });

  test('of two at once, each member is looked at once', async () => {
    await assessMembers(deps(), WHOLE)();
    await club.members(20);
    const counts = await Promise.all([assessMembers(deps(), WHOLE)(), assessMembers(deps(), WHOLE)()]);
    expect(counts[0] + counts[1]).toBe(20);
  });

  test('does a little in each run, and comes round to everybody', async () => {
    await club.members(20);
    const all = await dueIds();
    const run = assessMembers(deps(), { buckets: 1, budgetMs: 60_000 });
    const counts: number[] = [];
    for (let bucket = 0; bucket < 256; bucket++) counts.push(await run());
    expect(Math.max(...counts)).toBeLessThan(all.length);
    expect(await dueIds()).toEqual([]);
    const late = assessMembers(deps(), { buckets: 256, budgetMs: 0 });
    await club.members(1);
    expect(await late()).toBe(0);
    expect(await dueIds()).toHaveLength(1);
  });

  test('looks at the others when one cannot be read', async () => {
    const periodSecondsOf = () => {
      throw new Error('no catalogue');
    };
    await bet(500n);
    await expect(assessMembers({ ...deps(), periodSecondsOf }, WHOLE)()).rejects.toThrow('no catalogue');
    expect(await dueIds()).toEqual([mira.memberId]);
  });
});
