import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { DAY_MS } from '../../src/durations.ts';
import { readLimits } from '../../src/members/limits/limits.ts';
import { ROLES } from '../../src/staff/roles.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from '../console/console.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';

const WORDS = 'We spoke about the last two weeks on the phone.';
const SIGNS = [{ kind: 'spend', level: 'high', figure: '42000', usual: '10000' }];

let at: TestConsole;
let mira: SignedIn;
let id: string;
beforeAll(async () => {
  at = await openConsole();
});
beforeEach(async () => {
  mira = await signIn(at.club, await at.club.member());
  id = await openCase(mira);
});
afterAll(() => at.close());

async function openCase(member: SignedIn): Promise<string> {
  const opened = newId();
  await at.club.owner.query(
    `insert into risk.member_case (bucket, member_id, id, reason, signs, opened_at, due_at)
     values ($1, $2, $3, 'signs', $4, clock.now(), clock.now())`,
    [member.bucket, member.memberId, opened, JSON.stringify(SIGNS)],
  );
  return opened;
}

const LIST = '/api/console/risk-cases';
const path = (act = '', one = id) => `/api/console/members/${mira.memberId}/risk-cases/${one}${act}`;
const talked = { action: 'call', outcome: 'talked', words: WORDS, followUpDays: null, limit: null };
const act = (body: Record<string, unknown> = {}, who = at.staff.support) =>
  at.post(path('/interactions'), { ...talked, ...body }, who);
const idsOf = async (state: string) => {
  const { body } = await at.get(`${LIST}?state=${state}&memberId=${mira.memberId}`, at.staff.support);
  return body.items?.map((one) => one.id);
};
const queueCount = async () => {
  const { body } = await at.get('/api/console/queues', at.staff.support);
  return body.items?.find(({ queue }) => queue === 'risk-cases')?.count;
};

async function mine(way = ''): Promise<Answer> {
  const options = way === '' ? {} : { method: 'POST', body: {} };
  const url = way === '' ? '/api/me/play-signs' : `/api/me/limit-suggestions/${way}`;
  return answerOf(await call(at.server, url, { ...options, cookie: mira.cookie }));
}

async function suggestionOf(value = '500', kind = 'stake-day'): Promise<string> {
  expect((await act({ action: 'limit', limit: { kind, value }, followUpDays: 7 })).status).toBe(200);
  const { body } = await mine();
  return (body.suggestions as { id: string }[]).at(-1)?.id ?? '';
}

const limitOf = async (kind = 'stake-day') =>
  (await readLimits(at.club.db, mira)).find((limit) => limit.kind === kind)?.value;

async function messages(): Promise<string[]> {
  const { body } = await answerOf(await call(at.server, '/api/me/messages', { cookie: mira.cookie }));
  return (body.items ?? []).map(({ kind }) => String(kind));
}

describe('a case', () => {
  test('is read with its signs and the member’s limits, and each read is in the audit log', async () => {
    await at.acts();
    const { body } = await at.get(path(), at.staff.auditor);
    expect(body).toMatchObject({ id, reason: 'signs', signs: SIGNS, netDeposit: null, closedAtMs: null, entries: [] });
    await at.get(`${LIST}?memberId=${mira.memberId}`, at.staff.owner);
    const acts = await at.acts();
    expect(acts.find((one) => one.act === 'risk-case-read')).toMatchObject({
      member: mira.memberId,
      subject: `risk-case/${id}`,
    });
    expect(acts.find((one) => one.act === 'risk-cases-read')).toMatchObject({
      after: [{ memberId: mira.memberId, id }],
    });
  });

  test('is read by support, auditors and owners, and worked on by support alone', async () => {
    for (const role of ROLES) {
      const reads = ['support', 'auditor', 'owner'].includes(role);
      expect([role, (await at.get(path(), at.staff[role])).status]).toEqual([role, reads ? 200 : 403]);
      expect([role, (await at.get(LIST, at.staff[role])).status]).toEqual([role, reads ? 200 : 403]);
      if (role !== 'support') expect((await act({}, at.staff[role])).status).toBe(403);
    }
    expect((await act()).status).toBe(200);
  });

  test('ends with an interaction, which names who did what and is in the audit log', async () => {
    await at.acts();
    const { body } = await act({ outcome: 'no-concern' });
    const entry = { action: 'call', outcome: 'no-concern', words: WORDS, followUpAtMs: null };
    expect(body).toMatchObject({ dueAtMs: null, entries: [{ ...entry, staff: expect.stringMatching(/./) }] });
    expect((await at.acts()).find((one) => one.act === 'risk-interaction')).toMatchObject({
      member: mira.memberId,
      why: WORDS,
      after: { action: 'call', outcome: 'no-concern', followUpDays: null },
    });
    expect((await act()).body).toMatchObject({ code: 'too-late' });
    expect(await idsOf('closed')).toEqual([id]);
  });

  test('comes back into the queue on the day of its follow-up', async () => {
    const before = Number(await queueCount());
    await act({ followUpDays: 7 });
    expect(await queueCount()).toBe(before - 1);
    expect([await idsOf('due'), await idsOf('later')]).toEqual([[], [id]]);
    await at.at(at.club.clock.nowMs() + 7 * DAY_MS - 1_000);
    expect(await idsOf('due')).toEqual([]);
    await at.at(at.club.clock.nowMs() + 1_000);
    expect(await idsOf('due')).toEqual([id]);
    expect((await act({ followUpDays: 1 })).status).toBe(200);
  });

  test('of two interactions that end it at once, one is recorded', async () => {
    const codes = (await Promise.all([act(), act()])).map(({ status }) => status);
    expect(codes.toSorted()).toEqual([200, 409]);
  });

  test.each([
    [{ words: 'short' }, 'words-bad'],
    [{ words: '' }, 'words-bad'],
    [{ words: 'Please send it to DE89 3704 0044 0532 0130 00 now.' }, 'words-lead-out'],
    [{ action: 'bonus' }, 'invalid-body'],
    [{ outcome: 'won' }, 'invalid-body'],
    [{ followUpDays: 0 }, 'invalid-body'],
    [{ followUpDays: 181 }, 'invalid-body'],
    [{ action: 'limit' }, 'invalid-body'],
    [{ limit: { kind: 'stake-day', value: '5' } }, 'invalid-body'],
    [{ action: 'limit', limit: { kind: 'odds', value: '5' } }, 'invalid-body'],
    [{ action: 'limit', limit: { kind: 'stake-day', value: '-5' } }, 'bad-amount'],
    [{ action: 'limit', limit: { kind: 'session', value: '9999' } }, 'limit-range'],
  ])('refuses %j', async (body, code) => {
    expect((await act(body)).body).toMatchObject({ code });
    expect((await at.get(path(), at.staff.support)).body).toMatchObject({ entries: [], suggestions: [] });
  });

  test('of another member is not found', async () => {
    const other = await openCase(await signIn(at.club, await at.club.member()));
    expect((await at.get(path('', other), at.staff.support)).status).toBe(404);
    expect((await at.post(path('/interactions', other), talked, at.staff.support)).status).toBe(404);
  });
});

describe('what reaches the member', () => {
  test('a message names the tools in the app’s own words; a call sends nothing', async () => {
    await act({ followUpDays: 1 });
    expect(await messages()).toEqual([]);
    await act({ action: 'message', outcome: 'sent' });
    expect(await messages()).toEqual(['play-tools']);
  });

  test('their own signs, and nobody else’s', async () => {
    await at.club.owner.query(`insert into risk.assessment values ($1, $2, clock.now(), 'UTC')`, [
      mira.bucket,
      mira.memberId,
    ]);
    await at.club.owner.query(
      `insert into risk.indicator values ($1, $2, 'spend', 'high', 42000, 10000, clock.now())`,
      [mira.bucket, mira.memberId],
    );
    expect((await mine()).body).toMatchObject({ timeZone: 'UTC', signs: SIGNS, suggestions: [] });
    mira = await signIn(at.club, await at.club.member());
    expect((await mine()).body).toMatchObject({ assessedAtMs: null, signs: [], suggestions: [] });
  });
});

describe('a suggested limit', () => {
  test('changes nothing until the member accepts it, and then applies at once', async () => {
    const suggested = await suggestionOf();
    expect(await limitOf()).toBeNull();
    expect(await messages()).toEqual(['limit-suggested']);
    expect((await mine(`${suggested}/accept`)).body).toMatchObject({ suggestions: [] });
    expect(await limitOf()).toBe(500n);
    expect((await at.get(path(), at.staff.support)).body).toMatchObject({
      suggestions: [{ kind: 'stake-day', value: '500', answer: 'accepted' }],
    });
    for (const way of ['accept', 'decline'])
      expect((await mine(`${suggested}/${way}`)).body).toMatchObject({ code: 'suggestion-over' });
  });

  test('that is declined changes nothing', async () => {
    const suggested = await suggestionOf();
    expect((await mine(`${suggested}/decline`)).body).toMatchObject({ suggestions: [] });
    expect(await limitOf()).toBeNull();
    expect((await mine(`${suggested}/accept`)).body).toMatchObject({ code: 'suggestion-over' });
  });

  test('is never looser than the limit in force, when suggested or when accepted', async () => {
    const set = (value: string) =>
      call(at.server, '/api/me/limits', { body: { kind: 'stake-day', value }, cookie: mira.cookie });
    await set('1000');
    for (const value of ['1000', '2000'])
      expect((await act({ action: 'limit', limit: { kind: 'stake-day', value } })).body).toMatchObject({
        code: 'limit-not-stricter',
      });
    const suggested = await suggestionOf('900');
    await set('800');
    expect((await mine()).body).toMatchObject({ suggestions: [] });
    expect((await mine(`${suggested}/accept`)).body).toMatchObject({ code: 'limit-not-stricter' });
    expect(await limitOf()).toBe(800n);
  });

  test('is replaced by a later one of its kind, and ends after 30 days', async () => {
    const first = await suggestionOf('500');
    const second = await suggestionOf('400');
    expect((await mine()).body).toMatchObject({ suggestions: [{ id: second, value: '400' }] });
    expect((await mine(`${first}/accept`)).body).toMatchObject({ code: 'suggestion-over' });
    await at.at(at.club.clock.nowMs() + 30 * DAY_MS);
    mira = await signIn(at.club, mira);
    expect((await mine()).body).toMatchObject({ suggestions: [] });
    expect((await mine(`${second}/accept`)).body).toMatchObject({ code: 'suggestion-over' });
  });

  test('is the member’s own to answer; of twenty answers at once one counts', async () => {
    const suggested = await suggestionOf();
    const own = mira;
    mira = await signIn(at.club, await at.club.member());
    expect((await mine(`${suggested}/accept`)).status).toBe(404);
    mira = own;
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => mine(`${suggested}/${index % 2 === 0 ? 'accept' : 'decline'}`)),
    );
    expect(codes.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a limit that the member asked staff for', () => {
  const WHY = 'Asked for it on the phone today';
  const tighten = (body: Record<string, unknown> = {}, who = at.staff.support) =>
    at.post(
      `/api/console/members/${mira.memberId}/limits`,
      { kind: 'loss-week', value: '700', why: WHY, ...body },
      who,
    );

  test('applies at once; the member is told, and the audit log has both values', async () => {
    await at.acts();
    expect((await tighten()).status).toBe(201);
    expect(await limitOf('loss-week')).toBe(700n);
    expect((await tighten({ value: '600' }, at.staff.owner)).status).toBe(201);
    expect(await messages()).toEqual(['limit-by-staff', 'limit-by-staff']);
    expect((await at.acts()).filter((one) => one.act === 'member-limit-tightened')).toMatchObject([
      { why: WHY, before: { kind: 'loss-week', value: null }, after: { kind: 'loss-week', value: '700' } },
      { before: { value: '700' }, after: { value: '600' } },
    ]);
  });

  test('house rule 9: is never the same or looser, and drops a request of the member for a looser one', async () => {
    await tighten();
    for (const value of ['700', '701', '9000'])
      expect((await tighten({ value })).body).toMatchObject({ code: 'limit-not-stricter' });
    await call(at.server, '/api/me/limits', { body: { kind: 'loss-week', value: '900' }, cookie: mira.cookie });
    await tighten({ value: '500' });
    const limit = (await readLimits(at.club.db, mira)).find(({ kind }) => kind === 'loss-week');
    expect(limit).toMatchObject({ value: 500n, asked: null });
  });

  test.each([
    [{ why: ' ' }, 'reason-needed'],
    [{ value: null }, 'invalid-body'],
    [{ value: '' }, 'bad-amount'],
    [{ value: '1.5' }, 'bad-amount'],
    [{ kind: 'odds' }, 'invalid-body'],
    [{ kind: 'session', value: '0' }, 'limit-range'],
  ])('refuses %j', async (body, code) => {
    expect((await tighten(body)).body).toMatchObject({ code });
    expect(await limitOf('loss-week')).toBeNull();
  });

  test.each(ROLES.filter((role) => role !== 'support' && role !== 'owner'))('%s enters none', async (role) => {
    expect((await tighten({}, at.staff[role])).status).toBe(403);
  });
});
