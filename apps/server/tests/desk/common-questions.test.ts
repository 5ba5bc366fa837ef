import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type TestConsole } from '../console/console.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';

const PATH = '/api/console/common-questions';
const TEXTS = {
  en: { question: 'How long does a withdrawal take?', answer: 'About 5 minutes in most cases.' },
  mn: { question: 'Мөнгө авахад хэр удах вэ?', answer: 'Ихэнхдээ 5 минут орчим.' },
};

let at: TestConsole;
let member: SignedIn;
beforeAll(async () => {
  at = await openConsole();
  member = await signIn(at.club, await at.club.member());
});
afterAll(() => at.close());

type Role = 'content' | 'finance' | 'auditor';

async function save(role: Role, body: object, id?: string) {
  const path = id === undefined ? PATH : `${PATH}/${id}`;
  const answer = await call(at.server, path, {
    cookie: at.staff[role].cookie,
    method: id === undefined ? 'POST' : 'PUT',
    body,
  });
  return { status: answer.status, body: (await answer.json()) as { id: string; code?: string; fields?: object } };
}

async function offered(headers: Record<string, string>, cookie?: string) {
  const answer = await call(at.server, '/api/common-questions', { headers, ...(cookie ? { cookie } : {}) });
  expect(answer.headers.get('vary')).toContain('accept-language');
  return ((await answer.json()) as { items: { id: string; question: string; answer: string }[] }).items;
}

test('everybody reads them in their language and the order of the house, without hidden ones', async () => {
  const second = await save('content', { texts: TEXTS, place: 2 });
  const first = await save('content', { texts: { en: TEXTS.en }, place: 1 });
  expect([first.status, second.status]).toEqual([201, 201]);
  const inMongolian = await offered({ 'accept-language': 'mn' });
  expect(inMongolian).toEqual([
    { id: first.body.id, ...TEXTS.en },
    { id: second.body.id, ...TEXTS.mn },
  ]);
  expect(await offered({ 'accept-language': 'en' }, member.cookie)).toHaveLength(2);
  const hidden = await save('content', { texts: TEXTS, place: 2, hidden: true }, second.body.id);
  expect(hidden.status).toBe(200);
  expect((await offered({})).map(({ id }) => id)).toEqual([first.body.id]);
  const all = await call(at.server, PATH, { cookie: at.staff.auditor.cookie });
  expect(((await all.json()) as { items: unknown[] }).items).toHaveLength(2);
  const acts = (await at.acts()).filter(({ subject }) => subject === `common-question/${second.body.id}`);
  const plan = { texts: TEXTS, place: 2, hidden: false };
  expect(acts).toMatchObject([
    { act: 'common-question-created', after: plan },
    { act: 'common-question-changed', before: plan, after: { ...plan, hidden: true } },
  ]);
});

test('need a role that writes them', async () => {
  for (const role of ['finance', 'auditor'] as const) {
    expect((await save(role, { texts: TEXTS, place: 1 })).status).toBe(403);
  }
  expect((await call(at.server, PATH)).status).toBe(401);
});

test('are refused without texts, outside of the list, unknown, and where they ask members for money', async () => {
  expect(await save('content', { texts: {}, place: 1 })).toMatchObject({ status: 422, body: { code: 'fill-in' } });
  const half = { en: { question: 'And the answer?' } };
  expect((await save('content', { texts: half, place: 1 })).status).toBe(400);
  for (const place of [0, 1000, 1.5, null]) {
    expect([place, (await save('content', { texts: TEXTS, place })).status]).toEqual([place, 400]);
  }
  expect((await save('content', { texts: TEXTS, place: 1 }, randomUUID())).status).toBe(404);
  const pays = { en: { question: 'How do I pay?', answer: 'Send the money to my account' } };
  const refused = await save('content', { texts: pays, place: 1 });
  expect(refused).toMatchObject({ status: 422, body: { code: 'words-pay', fields: { answer: 'words-pay' } } });
});

test('have a maximum, also for several requests at once', async () => {
  const { rows } = await at.club.owner.query('select count(*)::int as n from desk.common_question');
  for (let n = rows[0].n; n < 99; n += 1) await save('content', { texts: TEXTS, place: 999 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => save('content', { texts: TEXTS, place: 999 })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'question-limit')).toHaveLength(7);
});
