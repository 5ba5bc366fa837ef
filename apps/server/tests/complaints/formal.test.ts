import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from '../console/console.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';

const WORDS = 'My payment of Monday is not in the balance.';
const ANSWER = 'The payment came back to your bank on Tuesday.';

let at: TestConsole;
let ada: SignedIn;
let bo: SignedIn;
beforeAll(async () => {
  at = await openConsole();
  [ada, bo] = [await signIn(at.club, await at.club.member()), await signIn(at.club, await at.club.member())];
});
afterAll(() => at.close());

interface Complaint {
  id: string;
  number: string;
  stage: string;
  outcome: string | null;
  filedAtMs: number;
  dueAtMs: number | null;
  answerDueAtMs: number;
  secondUntilMs: number | null;
  entries: { kind: string; words: string }[];
}

async function send(member: SignedIn, path: string, body: unknown, key: string = randomUUID()): Promise<Answer> {
  const headers = { 'idempotency-key': key };
  return answerOf(await call(at.server, path, { method: 'POST', body, cookie: member.cookie, headers }));
}

const mine = '/api/me/formal-complaints';
const body = { subject: 'payment', words: WORDS };

async function file(member = ada): Promise<Complaint> {
  const { status, body: filed } = await send(member, mine, body);
  expect(status, JSON.stringify(filed)).toBe(201);
  return filed as unknown as Complaint;
}

const read = async (member: SignedIn, { id }: Complaint) =>
  (await answerOf(await call(at.server, `${mine}/${id}`, { cookie: member.cookie }))).body as unknown as Complaint;

const staffPath = ({ id }: Complaint, act = '', member = ada) =>
  `/api/console/members/${member.memberId}/formal-complaints/${id}${act}`;

const reply = (one: Complaint, who = at.staff.support) => at.post(staffPath(one, '/reply'), { words: ANSWER }, who);

const answer = (one: Complaint, who = at.staff.support, outcome = 'rejected') =>
  at.post(staffPath(one, '/answer'), { words: ANSWER, outcome }, who);

async function moveDays(days: number): Promise<void> {
  await at.at(at.club.clock.nowMs() + days * DAY_MS);
  ada = await signIn(at.club, ada);
  bo = await signIn(at.club, bo);
}

describe('a formal complaint', () => {
  test('has a number, a stage and its deadlines: three days for a reply, eight weeks for the answer', async () => {
    const filed = await file();
    expect(filed).toMatchObject({ stage: 'received', outcome: null, entries: [{ kind: 'member', words: WORDS }] });
    expect(filed.number).toMatch(/^\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/);
    expect(filed.dueAtMs).toBe(filed.filedAtMs + 3 * DAY_MS);
    expect(filed.answerDueAtMs).toBe(filed.filedAtMs + 56 * DAY_MS);
  });

  test('is filed once for each key, also of twenty at once; another text under the key is refused', async () => {
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(bo, mine, body, key)));
    expect(new Set(sent.map(({ body: one }) => one.id)).size).toBe(1);
    expect((await send(bo, mine, { ...body, words: `${WORDS} Again.` }, key)).body).toMatchObject({
      code: 'key-reused',
    });
    expect((await send(bo, mine, { ...body, subject: 'other' }, key)).body).toMatchObject({ code: 'key-reused' });
  });

  test('goes through its stages: reply, answer, second look by another person, end', async () => {
    const one = await file();
    expect((await reply(one)).body).toMatchObject({ stage: 'review', dueAtMs: one.answerDueAtMs });
    await send(ada, `${mine}/${one.id}/words`, { words: 'The bank says that it never came.' });
    expect((await answer(one)).body).toMatchObject({ stage: 'answered', outcome: 'rejected', dueAtMs: null });
    expect((await answer(one)).body).toMatchObject({ code: 'too-late' });
    expect((await reply(one)).body).toMatchObject({ code: 'too-late' });

    const again = await send(ada, `${mine}/${one.id}/second-look`, { words: 'Please look at the bank’s letter.' });
    expect(again.body).toMatchObject({ stage: 'second-look', secondUntilMs: null });
    expect((await answer(one)).body).toMatchObject({ code: 'second-person-needed' });
    expect((await answer(one, at.staff.finance, 'upheld')).body).toMatchObject({ stage: 'closed', outcome: 'upheld' });
    const kinds = (await read(ada, one)).entries.map(({ kind }) => kind);
    expect(kinds).toEqual(['member', 'reply', 'member', 'answer', 'member', 'answer']);
    for (const way of ['words', 'second-look'])
      expect((await send(ada, `${mine}/${one.id}/${way}`, { words: WORDS })).body).toMatchObject({ code: 'too-late' });
  });

  test('of two final answers at one moment, one is given', async () => {
    const one = await file();
    const codes = (await Promise.all([answer(one), answer(one, at.staff.finance)])).map(({ status }) => status);
    expect(codes.toSorted()).toEqual([200, 409]);
  });

  test('can be looked at again within thirty days of its answer, and not later', async () => {
    const [soon, late] = [await file(), await file()];
    await answer(soon);
    await answer(late);
    await moveDays(29);
    expect((await send(ada, `${mine}/${soon.id}/second-look`, { words: WORDS })).status).toBe(201);
    await moveDays(1);
    expect((await send(ada, `${mine}/${late.id}/second-look`, { words: WORDS })).body).toMatchObject({
      code: 'too-late',
    });
  });

  test('is nobody else’s to read or continue', async () => {
    const one = await file();
    const other = await call(at.server, `${mine}/${one.id}`, { cookie: bo.cookie });
    expect(other.status).toBe(404);
    for (const way of ['words', 'second-look'])
      expect((await send(bo, `${mine}/${one.id}/${way}`, { words: WORDS })).status).toBe(404);
    expect((await at.get(staffPath(one, '', bo), at.staff.support)).status).toBe(404);
  });

  test('can be filed by a suspended member', async () => {
    const restricted = await signIn(at.club, await at.club.member(), true);
    expect((await send(restricted, mine, body)).status).toBe(201);
  });

  test('needs words, and is one of ten open ones at most', async () => {
    const member = await signIn(at.club, await at.club.member());
    expect((await send(member, mine, { ...body, words: 'short' })).body).toMatchObject({ code: 'words-bad' });
    const sent = await Promise.all(Array.from({ length: 12 }, () => send(member, mine, body)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), 409, 409]);
  });
});

describe('staff', () => {
  test('see it in a queue by its next deadline, are recorded, and the member is told', async () => {
    const one = await file();
    const { body: queues } = await at.get('/api/console/queues', at.staff.support);
    const queue = queues.items?.find(({ queue: name }) => name === 'formal-complaints');
    expect(queue?.count).toBeGreaterThan(0);
    await at.acts();
    await reply(one);
    await answer(one, at.staff.finance, 'partly');
    const acts = await at.acts();
    expect(acts.map(({ act }) => act)).toEqual(['formal-complaint-replied', 'formal-complaint-answered']);
    expect(acts[1]).toMatchObject({ before: { stage: 'review' }, after: { stage: 'answered' }, why: ANSWER });
    const { rows } = await at.club.owner.query(
      `select kind, params from members.message where member_id = $1 order by at desc, id desc limit 2`,
      [ada.memberId],
    );
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['formal-complaint-answered', 'formal-complaint-replied']);
    expect(rows[0].params).toMatchObject({ formalComplaintId: one.id, number: one.number });
  });

  test('who only read them answer none; others do not read them', async () => {
    const one = await file();
    expect((await answer(one, at.staff.auditor)).status).toBe(403);
    expect((await at.get(staffPath(one), at.staff.auditor)).status).toBe(200);
    expect((await at.get('/api/console/formal-complaints', at.staff.content)).status).toBe(403);
  });

  test('may not lead members to money or bets by an answer', async () => {
    const one = await file();
    const lead = { words: 'Write to us on Telegram @winners and bet on big today.', outcome: 'upheld' };
    expect((await at.post(staffPath(one, '/answer'), lead, at.staff.support)).status).toBe(422);
    expect((await read(ada, one)).entries).toHaveLength(1);
  });

  test('list those whose deadline has passed', async () => {
    const one = await file();
    const lateOnes = async () =>
      ((await at.get('/api/console/formal-complaints?state=late&limit=100', at.staff.support)).body.items ?? []).map(
        ({ id }) => id,
      );
    expect(await lateOnes()).not.toContain(one.id);
    await moveDays(4);
    expect(await lateOnes()).toContain(one.id);
    await reply(one);
    expect(await lateOnes()).not.toContain(one.id);
  });
});

describe('the report', () => {
  test('counts what was filed in its days: outcomes, open ones, delays and second looks', async () => {
    await moveDays(100);
    const day = new Date(at.club.clock.nowMs()).toISOString().slice(0, 10);
    const [first, second] = [await file(), await file()];
    await file(bo);
    await answer(first, at.staff.support, 'upheld');
    await moveDays(57);
    await answer(second);
    await send(ada, `${mine}/${second.id}/second-look`, { words: WORDS });
    const { body: report } = await at.get(
      `/api/console/formal-complaints/report?from=${day}&to=${day}`,
      at.staff.auditor,
    );
    const payment = report.items?.find(({ subject }) => subject === 'payment');
    expect(payment).toMatchObject({ filed: 3, upheld: 1, partly: 0, rejected: 0, open: 2, secondLooks: 1, late: 2 });
    expect(payment?.meanDays).toBeCloseTo(28.5, 0);
    expect(report.items?.find(({ subject }) => subject === 'privacy')).toMatchObject({ filed: 0, meanDays: null });
  });
});

test('replies of staff, however many, leave the member their texts and the second look', async () => {
  const one = await file(bo);
  await at.club.owner.query(
    `insert into complaints.formal_entry (bucket, member_id, complaint_id, id, kind, staff_id, words, at)
     select $1, $2, $3, gen_random_uuid(), 'reply', gen_random_uuid(), 'Please wait.', clock.now()
     from generate_series(1, 100)`,
    [bo.bucket, bo.memberId, one.id],
  );
  expect((await send(bo, `${mine}/${one.id}/words`, { words: WORDS })).status).toBe(201);
  expect(
    (await at.post(staffPath(one, '/answer', bo), { words: ANSWER, outcome: 'rejected' }, at.staff.support)).status,
  ).toBeLessThan(300);
  expect((await send(bo, `${mine}/${one.id}/second-look`, { words: WORDS })).status).toBe(201);
});
