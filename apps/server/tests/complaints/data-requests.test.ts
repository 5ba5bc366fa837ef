import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATA_SUBJECTS } from '../../src/complaints/formal/stages.ts';
import { DAY_MS } from '../../src/durations.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from '../console/console.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';

const WORDS = 'My date of birth is 1990-05-18, as my passport says.';
const REASON = 'We wait for the copy of your passport from the registry.';

let at: TestConsole;
let ada: SignedIn;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

interface Request {
  id: string;
  number: string;
  stage: string;
  filedAtMs: number;
  dueAtMs: number | null;
  answerDueAtMs: number;
  extendedAtMs: number | null;
}

const mine = '/api/me/formal-complaints';

async function send(path: string, body: unknown, key: string = randomUUID()): Promise<Answer> {
  const headers = { 'idempotency-key': key };
  return answerOf(await call(at.server, path, { method: 'POST', body, cookie: ada.cookie, headers }));
}

async function file(subject: string): Promise<Request> {
  const { status, body } = await send(mine, { subject, words: WORDS });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as unknown as Request;
}

const act = (one: Request, name: string, body: object, who = at.staff.support) =>
  at.post(`/api/console/members/${ada.memberId}/formal-complaints/${one.id}/${name}`, body, who);
const extend = (one: Request, who = at.staff.support, words = REASON) => act(one, 'extend', { words }, who);
const answer = (one: Request) => act(one, 'answer', { words: REASON, outcome: 'upheld' });

async function newMember(): Promise<void> {
  ada = await signIn(at.club, await at.club.member());
}

async function day(iso: string): Promise<void> {
  await at.at(Date.parse(iso));
  await newMember();
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

describe('a request about data', () => {
  test.each(DATA_SUBJECTS)('%s is a numbered case, answered within one calendar month', async (subject) => {
    await day('2027-01-31T10:00:00Z');
    const one = await file(subject);
    expect(one.number).toMatch(/^\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/);
    expect(isoOf(one.dueAtMs)).toBe('2027-02-28T10:00:00.000Z');
    expect(one.answerDueAtMs).toBe(one.dueAtMs);
    // A reply does not move the deadline.
    const replied = (await act(one, 'reply', { words: REASON })).body;
    expect(replied).toMatchObject({ stage: 'review', dueAtMs: one.dueAtMs });
    expect((await answer(one)).body).toMatchObject({ stage: 'answered', dueAtMs: null });
  });

  test('is extended by two months, once, with a reason that the member reads', async () => {
    await day('2027-03-31T08:00:00Z');
    const one = await file('data-access');
    for (const words of ['', 'too short', 'x'.repeat(2_001)]) {
      expect((await extend(one, at.staff.support, words)).status).not.toBe(200);
    }
    const extended = (await extend(one)).body as unknown as Request;
    expect(isoOf(extended.dueAtMs)).toBe('2027-06-30T08:00:00.000Z');
    expect(extended.extendedAtMs).toBe(at.club.clock.nowMs());
    expect((await extend(one)).body).toMatchObject({ code: 'too-late' });
    const read = (await answerOf(await call(at.server, `${mine}/${one.id}`, { cookie: ada.cookie }))).body;
    expect(read).toMatchObject({ stage: 'review', entries: [{ kind: 'member' }, { kind: 'reply', words: REASON }] });
    const { rows } = await at.club.owner.query(
      `select kind, params->>'number' as number from members.message where member_id = $1 order by at desc limit 1`,
      [ada.memberId],
    );
    expect(rows).toEqual([{ kind: 'data-request-extended', number: one.number }]);
  });

  test('of two extensions at one moment, one is given', async () => {
    await day('2027-04-10T08:00:00Z');
    const one = await file('data-erasure');
    const statuses = (await Promise.all([extend(one), extend(one, at.staff.finance)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
  });

  test('is extended neither after its month nor after its answer, and a complaint never', async () => {
    await day('2027-05-05T08:00:00Z');
    const [late, answered] = [await file('data-objection'), await file('data-restriction')];
    const complaint = await file('payment');
    await answer(answered);
    expect((await extend(answered)).body).toMatchObject({ code: 'too-late' });
    expect((await extend(complaint)).body).toMatchObject({ code: 'not-found' });
    await at.at(late.answerDueAtMs);
    expect((await extend(late)).body).toMatchObject({ code: 'too-late' });
  });

  test('is extended by support, finance and owners alone, and the act is in the audit log', async () => {
    await day('2027-06-05T08:00:00Z');
    const one = await file('data-correction');
    for (const role of ['content', 'auditor'] as const) expect((await extend(one, at.staff[role])).status).toBe(403);
    expect((await extend(one, at.staff.owner)).status).toBe(200);
    const { rows } = await at.club.owner.query(
      `select act, body::jsonb ->> 'why' as why from audit.entry where act = 'data-request-extended' and subject = $1`,
      [`formal-complaint/${one.id}`],
    );
    expect(rows).toEqual([{ act: 'data-request-extended', why: REASON }]);
  });

  test('is listed apart from complaints, for the member and for staff, and both wait in the queue', async () => {
    await day('2027-07-05T08:00:00Z');
    const [request, complaint] = [await file('data-access'), await file('payment')];
    const numbersOf = async (query: string) => {
      const { body } = await answerOf(await call(at.server, `${mine}${query}`, { cookie: ada.cookie }));
      return (body as unknown as { items: Request[] }).items.map(({ number }) => number);
    };
    expect(await numbersOf('')).toEqual([complaint.number]);
    expect(await numbersOf('?kind=data')).toEqual([request.number]);
    expect((await call(at.server, `${mine}?kind=all`, { cookie: ada.cookie })).status).toBe(400);
    const listed = await at.get(`/api/console/formal-complaints?kind=data&memberId=${ada.memberId}`, at.staff.auditor);
    expect((listed.body as unknown as { items: Request[] }).items.map(({ number }) => number)).toEqual([
      request.number,
    ]);
  });

  test('is late in the report once its own deadline has passed', async () => {
    await day('2027-09-01T08:00:00Z');
    await file('data-access');
    const lateOf = async () => {
      const report = '/api/console/formal-complaints/report?from=2027-09-01&to=2027-09-01';
      const { body } = await at.get(report, at.staff.owner);
      const { items } = body as unknown as { items: { subject: string; filed: number; late: number }[] };
      return items.find(({ subject }) => subject === 'data-access');
    };
    expect(await lateOf()).toMatchObject({ filed: 1, late: 0 });
    await at.at(at.club.clock.nowMs() + 31 * DAY_MS);
    expect(await lateOf()).toMatchObject({ filed: 1, late: 1 });
  });
});
