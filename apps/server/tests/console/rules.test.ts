import { decodeEntryAs, fairMultiplier, SUM_BETS } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS, PLAY_RULE } from '../../../../dev/play-house/house-plan.ts';
import { DAY_MS } from '../../src/durations.ts';
import { call } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import type { SignedInStaff } from '../kit/staff.ts';
import { rewriteAccount, rewriteSessions } from '../kit/staff.ts';
import { type Answer, openConsole, type TestConsole } from './console.ts';

const WHY = 'as the owners agreed';

let at: TestConsole;
let table: OpenTable;
let other: SignedInStaff;
beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  });
  other = await at.add('owner');
});
afterAll(() => at.close());

function odds(returned = 95, change: Record<string, unknown> = {}) {
  return {
    multipliers: Object.fromEntries(SUM_BETS.map((bet) => [bet, fairMultiplier(bet, returned, 100)])),
    stakeMinMinor: String(LIMITS.stakeMin),
    stakeMaxMinor: String(LIMITS.stakeMax),
    slipMaxMinor: String(LIMITS.slipMax),
    memberCapMinor: String(LIMITS.memberCap),
    periodCapMinor: String(LIMITS.periodCap),
    minBalanceMinor: '0',
    ...change,
  };
}

/** Other required parts of a table, and a minimum stake that no member has. */
const OUT_OF_REACH = {
  stakeMinMinor: '1000000000',
  stakeMaxMinor: '1000000000',
  slipMaxMinor: '1000000000',
  memberCapMinor: '999999999999',
  periodCapMinor: '999999999999',
};

function proposeTable(body: object = odds(), who = at.staff.owner): Promise<Answer> {
  return at.post('/api/console/lotteries/dice-60/tables', { ...body, why: WHY }, who);
}

function confirm(id: unknown, who: { cookie: string }): Promise<Answer> {
  return at.post(`/api/console/proposals/${id}/confirm`, { why: WHY }, who);
}

async function tablesInBook(): Promise<string[]> {
  const { rows } = await at.club.owner.query(`select body from book.entry where type = 'table' order by seq`);
  return rows.map(({ body }) => body);
}

describe('a table of odds', () => {
  test('is previewed with chance and return as exact fractions, also at the smallest stake', async () => {
    const path = '/api/console/lotteries/dice-60/preview';
    const { body } = await at.post(path, odds(96), at.staff.owner);
    const bets = body.bets as { bet: string }[];
    expect(bets).toHaveLength(SUM_BETS.length);
    expect(bets.find(({ bet }) => bet === 'big')).toEqual({
      bet: 'big',
      multipliers: [19_200],
      ways: [108],
      chance: { num: '1', den: '2' },
      rtp: { num: '24', den: '25' },
      rtpAtSmallest: { num: '24', den: '25' },
      inBand: true,
    });
    expect(body.fault).toBeNull();
    // At a stake of 1, the win of 1.92 is rounded down to 1.
    const smallest = await at.post(path, odds(96, { stakeMinMinor: '1' }), at.staff.owner);
    expect((smallest.body.bets as object[])[1]).toMatchObject({ rtpAtSmallest: { num: '1', den: '2' }, inBand: false });
    expect(smallest.body.fault).toMatchObject({ code: 'out-of-band' });
    expect((await at.post('/api/console/lotteries/none/preview', odds(), at.staff.owner)).status).toBe(404);
  });

  describe('is not even proposed with', () => {
    test.each([
      ['a return above the band', odds(99), 'out-of-band'],
      ['a return below it', odds(91), 'out-of-band'],
      ['one bet out of it', odds(95, { multipliers: { ...odds().multipliers, s3: 2_160_000 } }), 'out-of-band'],
      ['a smallest stake at which rounding leaves it', odds(95, { stakeMinMinor: '1' }), 'out-of-band'],
      ['a smallest stake above the largest', odds(95, { stakeMinMinor: '200000' }), 'stakes'],
      ['caps that no bet would fit in', odds(95, { memberCapMinor: '0' }), 'cap-below-win'],
      ['a cap for one above that for all', odds(95, { periodCapMinor: '24000000' }), 'caps-crossed'],
      ['a balance that no member can bring', odds(95, { minBalanceMinor: '999999999998' }), 'balance-out-of-reach'],
      [
        'a balance just above the largest top-up',
        odds(95, { minBalanceMinor: String(PLAY_RULE.topUpMax + 1n) }),
        'balance-out-of-reach',
      ],
      ['a smallest stake above the largest top-up', odds(95, OUT_OF_REACH), 'stake-out-of-reach'],
    ])('%s', async (_, body, fault) => {
      expect((await proposeTable(body)).body).toMatchObject({ code: 'table-bad', params: { fault } });
    });
  });

  test('may ask for a balance as large as the largest top-up', async () => {
    const body = odds(95, { minBalanceMinor: String(PLAY_RULE.topUpMax) });
    const { body: preview } = await at.post('/api/console/lotteries/dice-60/preview', body, at.staff.owner);
    expect(preview.fault).toBeNull();
  });

  test('is no owner’s alone: another confirms it; then the book has it, and it rules from a period that has not opened', async () => {
    const before = await tablesInBook();
    const { status, body } = await proposeTable();
    expect(status).toBe(201);
    expect((await confirm(body.id, at.staff.owner)).body.code).toBe('second-person-needed');
    expect(await tablesInBook()).toEqual(before);
    const nowMs = at.club.clock.nowMs();
    const done = await confirm(body.id, at.staff.finance);
    expect(done).toMatchObject({ status: 200, body: { proposal: { outcome: 'confirmed' } } });
    const entry = decodeEntryAs('table', (await tablesInBook()).at(-1) ?? '');
    expect(entry.multipliers.big).toBe(String(fairMultiplier('big', 95, 100)));
    expect(Number(entry.first_period) * 60_000).toBeGreaterThan(nowMs);
    expect(done.body.inForceFromMs).toBe(Number(entry.first_period) * 60_000);
    const { rows } = await at.club.owner.query(
      `select max(size) > (select max(seq) from book.entry where type = 'table') as shown from book.tree_head`,
    );
    expect(rows).toEqual([{ shown: true }]);
    // The other parts of the table are unchanged.
    const first = decodeEntryAs('table', before.at(-1) ?? '');
    for (const part of ['chain_hash', 'receipt_key', 'witnesses', 'quorum', 'origin', 'period_seconds'] as const) {
      expect(entry[part]).toEqual(first[part]);
    }
    expect((await confirm(body.id, other)).body.code).toBe('too-late');
    const list = await at.get('/api/console/lotteries', at.staff.content);
    expect(list.body.items?.[0]).toMatchObject({
      key: 'dice-60',
      coming: [{ firstPeriod: Number(entry.first_period) }],
    });
    const acts = (await at.acts()).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['table-proposed', 'table-confirmed']));
    await at.at(Number(entry.first_period) * 60_000);
  });

  test('that was edited is another: whoever looked at the first confirms nothing', async () => {
    const first = await proposeTable(odds(94));
    const second = await proposeTable(odds(97), other);
    expect((await confirm(first.body.id, at.staff.finance)).body.code).toBe('too-late');
    // The editor of a proposal counts as its proposer and cannot confirm it; the original proposer can.
    expect((await confirm(second.body.id, other)).body.code).toBe('second-person-needed');
    const list = await at.get('/api/console/proposals?what=table', at.staff.auditor);
    expect(list.body.items?.slice(0, 2)).toMatchObject([
      { id: second.body.id, outcome: null },
      { id: first.body.id, outcome: 'withdrawn', decidedBy: { id: other.id } },
    ]);
    const declined = await at.post(`/api/console/proposals/${second.body.id}/decline`, { why: WHY }, at.staff.finance);
    expect(declined.body).toMatchObject({ outcome: 'declined' });
    expect((await confirm(second.body.id, at.staff.owner)).body.code).toBe('too-late');
  });

  test('is not confirmed by its proposer under an earlier role: a new role is the same person', async () => {
    const one = await at.add('owner');
    const { body } = await proposeTable(odds(94), one);
    await at.post(`/api/console/staff/${one.id}/role`, { role: 'finance', why: WHY }, at.staff.owner);
    await rewriteSessions(at.club, one.id, () => ({ ended_at: null }));
    expect((await at.get('/api/console/me', one)).body.role).toBe('finance');
    expect((await confirm(body.id, one)).body.code).toBe('second-person-needed');
    // Nor with the server's access to the database.
    const forged = `update staff.proposal set decision = 'confirmed', decided_by = proposed_by, decided_at = now() where id = '${body.id}'`;
    await expect(at.club.pool.query(forged)).rejects.toThrow('permission denied');
    await expect(at.club.owner.query(forged)).rejects.toThrow('check constraint');
    await at.post(`/api/console/proposals/${body.id}/decline`, { why: WHY }, one);
  });

  test('of two who confirm it at once one does, and it is published once', async () => {
    const before = await tablesInBook();
    const { body } = await proposeTable(odds(96));
    const third = await at.add('finance');
    const held = await openTransaction(at.club.owner);
    await held.client.query('select 1 from staff.proposal where id = $1 for update', [body.id]);
    const racing = [confirm(body.id, at.staff.finance), confirm(body.id, third), confirm(body.id, other)];
    await untilWaiting(at.club.owner, held.pid);
    await held.commit();
    const answers = await Promise.all(racing);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await tablesInBook()).toHaveLength(before.length + 1);
  });

  test('is shown in another way by content, and its odds stay', async () => {
    const texts = { ko: { name: '1분', description: '주사위 세 개' } };
    const showing = {
      name: 'Minute by minute',
      description: 'Three dice',
      hot: false,
      position: 3,
      hidden: false,
      texts,
    };
    const answer = await call(at.server, '/api/console/lotteries/dice-60', {
      method: 'PUT',
      body: showing,
      cookie: at.staff.content.cookie,
    });
    expect(answer.status).toBe(200);
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'lottery-shown',
      before: { name: 'dice-60' },
      after: showing,
    });
    const list = await at.get('/api/console/lotteries', at.staff.finance);
    expect(list.body.items?.[0]).toMatchObject({ ...showing, key: 'dice-60', periodSeconds: 60 });
    const { rows } = await at.club.owner.query('select name, period_seconds from lottery.lottery');
    expect(rows).toEqual([{ name: 'dice-60', period_seconds: 60 }]);
    expect(table.table.entry.period_seconds).toBe('60');
  });
});

function rule(change: Record<string, unknown> = {}) {
  return {
    withdrawalMinMinor: String(PLAY_RULE.withdrawalMin),
    withdrawalMaxMinor: String(PLAY_RULE.withdrawalMax),
    withdrawalsPerDay: PLAY_RULE.withdrawalsPerDay,
    reviewFromMinor: String(PLAY_RULE.reviewFrom),
    twoPeopleFromMinor: String(PLAY_RULE.twoPeopleFrom),
    topUpMinMinor: String(PLAY_RULE.topUpMin),
    topUpMaxMinor: String(PLAY_RULE.topUpMax),
    topUpDayMaxMinor: String(PLAY_RULE.topUpDayMax),
    usualSeconds: PLAY_RULE.usualSeconds,
    fastestSeconds: PLAY_RULE.fastestSeconds,
    ...change,
  };
}

function proposeRule(change: Record<string, unknown>): Promise<Answer> {
  return at.post('/api/console/money-rule', { ...rule(change), why: WHY }, at.staff.owner);
}

describe('the rule for money', () => {
  test('holds at once where it is looser, and is in the book, once another has confirmed it', async () => {
    const { body } = await proposeRule({ withdrawalsPerDay: 5 });
    expect((await at.get('/api/console/settings', at.staff.finance)).body).toMatchObject({
      rule: { withdrawalsPerDay: 3 },
    });
    expect((await confirm(body.id, at.staff.owner)).body.code).toBe('second-person-needed');
    expect((await confirm(body.id, at.staff.finance)).status).toBe(200);
    const { body: settings } = await at.get('/api/console/settings', at.staff.finance);
    expect(settings).toMatchObject({ rule: { withdrawalsPerDay: 5 }, coming: [] });
    const { rows } = await at.club.owner.query(
      `select body from book.entry where type = 'rule' order by seq desc limit 1`,
    );
    expect(decodeEntryAs('rule', rows[0].body).value).toContain('"withdrawals_per_day":5');
  });

  test.each([
    ['fewer withdrawals', { withdrawalsPerDay: 2 }],
    ['a review from less on', { withdrawalsPerDay: 5, reviewFromMinor: '1000' }],
    ['a longer wait', { withdrawalsPerDay: 5, usualSeconds: 86_400 }],
  ])('waits 7 days in the book with %s', async (_, change) => {
    const { body } = await proposeRule(change);
    const now = at.club.clock.nowMs();
    const done = await confirm(body.id, other);
    expect(done.body.inForceFromMs).toBe(now + 7 * DAY_MS);
    const { body: settings } = await at.get('/api/console/settings', at.staff.owner);
    expect(settings).toMatchObject({ rule: { withdrawalsPerDay: 5 }, coming: [{ fromMs: now + 7 * DAY_MS }] });
    await at.at(now + 7 * DAY_MS);
    await confirm((await proposeRule({ withdrawalsPerDay: 5 })).body.id, other);
  });

  test('is never one that keeps money in', async () => {
    for (const change of [
      { withdrawalMinMinor: '2000' },
      { withdrawalMinMinor: '0' },
      { withdrawalMaxMinor: '999' },
      { topUpMaxMinor: '999' },
    ]) {
      expect((await proposeRule(change)).body.code).toBe('rule-bad');
    }
    expect((await proposeRule({ withdrawalsPerDay: 0 })).status).toBe(400);
    expect((await proposeRule({ withdrawalMinMinor: '-1' })).status).toBe(400);
  });
});

describe('two people', () => {
  const act = (id: string, what: string) =>
    at.post(`/api/console/staff/${id}/${what}`, what === 'role' ? { role: 'finance', why: WHY } : { why: WHY }, other);

  test('are none if an owner admitted the other: for seven days they neither propose nor confirm', async () => {
    const [ghost, { body }] = [await at.add('owner'), await proposeTable()];
    await rewriteAccount(at.club, ghost.id, { handed_by: ghost.id, handed_at: new Date(at.club.clock.nowMs()) });
    expect((await proposeTable(odds(), ghost)).body.code).toBe('too-new');
    expect(await confirm(body.id, ghost)).toMatchObject({ status: 409, body: { code: 'too-new' } });
    await at.at(at.club.clock.nowMs() + 7 * DAY_MS);
    expect((await confirm(body.id, ghost)).status).toBe(200);
  });

  test.each([
    ['is disabled', 'disable'],
    ['has another role', 'role'],
  ])('are none where who proposed it %s', async (_, what) => {
    const gone = await at.add('owner');
    const { body } = await proposeTable(odds(), gone);
    expect((await act(gone.id, what)).status).toBeLessThan(300);
    expect(await confirm(body.id, other)).toMatchObject({ status: 409, body: { code: 'proposer-gone' } });
  });
});
