import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, answerOf, type Body, openConsole, type TestConsole } from '../console/console.ts';
import { until } from '../draw/drawing.ts';
import { call, placeOver, type SignedIn, signIn, slipBody } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';

// Hidden lotteries and classes: no list offers them. Pages, open bets, records and proofs stay.

let at: TestConsole;
let table: OpenTable;
let member: SignedIn;
beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  });
  member = await signIn(at.club, await at.club.member());
});
afterAll(() => at.close());

const lottery = { name: 'Minute', description: '', hot: true, position: 1, hidden: false, texts: {} };
const swift = { name: 'Swift', texts: { ko: { name: '빠른' } }, position: 1, hidden: false };

async function put(path: string, body: object, who = at.staff.content): Promise<Answer> {
  return answerOf(await call(at.server, path, { method: 'PUT', body, cookie: who.cookie }));
}

const show = (change: object) => put('/api/console/lotteries/dice-60', { ...lottery, ...change });
const changeClass = (change: object) => put('/api/console/lottery-classes/swift', { ...swift, ...change });

async function listed(query: string): Promise<unknown[]> {
  return ((await at.get(`/api/lotteries${query}`)).body.items ?? []).map(({ key }) => key);
}

const offered = async () => [await listed('?hot=true'), await listed('?class=swift')];
const OFFERED = [['dice-60'], ['dice-60']];

/** Processes learn of a change by NOTIFY. */
function untilOffered(expected: unknown[][]): Promise<void> {
  return until(JSON.stringify(expected), async () => JSON.stringify(await offered()) === JSON.stringify(expected));
}

describe.each([
  ['a lottery', show],
  ['its class', changeClass],
])('hiding %s', (_, hide) => {
  test('takes it from lists; it is still played by its link, and its bets and draws stay', async () => {
    await untilOffered(OFFERED);
    const slip = slipBody(table, [{ bet: 'big', stakeMinor: 100n }]);
    expect((await placeOver(at.server, member, slip)).status).toBe(201);
    expect((await hide({ hidden: true })).status).toBe(200);
    await untilOffered([[], []]);
    expect(await listed('')).toEqual(['dice-60']);
    expect((await at.get('/api/lotteries/dice-60')).body).toMatchObject({ listed: false, closed: false });
    expect((await placeOver(at.server, member, slip)).status).toBe(201);
    const { body } = await answerOf(await call(at.server, '/api/slips', { cookie: member.cookie }));
    expect(body.items?.[0]).toMatchObject({ lotteryKey: 'dice-60', lotteryName: 'Minute' });
    expect((await at.get(`/api/draws/${slip.drawId}`)).status).toBe(200);
    expect((await at.get('/api/house/tables')).body.items).toHaveLength(1);
    expect((await hide({ hidden: false })).status).toBe(200);
    await untilOffered(OFFERED);
  });
});

describe('a class', () => {
  const plan = { name: 'Night', texts: { ko: { name: '밤' } }, position: 9, hidden: false };
  const create = (body: object, who = at.staff.content) => at.post('/api/console/lottery-classes', body, who);
  const classes = async (): Promise<Body['items']> => (await at.get('/api/lottery-classes')).body.items;

  test('is created, renamed by language, moved and hidden; each act has before and after', async () => {
    await at.acts();
    const made = await create({ key: 'night', ...plan });
    expect(made).toEqual({ status: 201, body: { key: 'night', ...plan, lotteries: 0 } });
    await until('the class', async () => (await classes())?.at(-1)?.key === 'night');
    const changed = { ...plan, name: 'Evening', texts: { ja: { name: '夜' } }, position: 0 };
    expect((await put('/api/console/lottery-classes/night', changed)).status).toBe(200);
    await until('the move', async () => (await classes())?.[0]?.key === 'night');
    const answer = await call(at.server, '/api/lottery-classes', { headers: { 'accept-language': 'ja' } });
    expect(((await answer.json()) as Body).items?.[0]).toEqual({ key: 'night', name: '夜' });
    await put('/api/console/lottery-classes/night', { ...changed, hidden: true });
    await until('the hiding', async () => (await classes())?.every(({ key }) => key !== 'night') ?? false);
    const { items } = (await at.get('/api/console/lottery-classes', at.staff.auditor)).body;
    expect(items?.[0]).toMatchObject({ key: 'night', hidden: true });
    const acts = await at.acts();
    expect(acts.map(({ act, before, after }) => [act, before, after]).slice(0, 3)).toEqual([
      ['lottery-class-created', null, { key: 'night', ...plan, lotteries: 0 }],
      ['lottery-class-changed', { key: 'night', ...plan, lotteries: 0 }, { key: 'night', ...changed, lotteries: 0 }],
      ['lottery-class-changed', expect.objectContaining({ hidden: false }), expect.objectContaining({ hidden: true })],
    ]);
  });

  test('has a key of its own, also for two at the same moment', async () => {
    expect((await create({ key: 'swift', ...plan })).body).toMatchObject({ code: 'already-set' });
    const answers = await Promise.all([1, 2].map(() => create({ key: 'same', ...plan })));
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(201);
    expect(answers.map(({ status }) => status).toSorted()[1]).toBeGreaterThanOrEqual(409);
  });

  test('is created and changed by content and owners alone', async () => {
    for (const role of ['support', 'finance', 'auditor'] as const) {
      expect((await create({ key: 'other', ...plan }, at.staff[role])).status).toBe(403);
      expect((await put('/api/console/lottery-classes/swift', swift, at.staff[role])).status).toBe(403);
    }
    expect((await put('/api/console/lottery-classes/no-such', plan)).status).toBe(404);
  });

  test.each([
    ['an empty name', { name: ' ' }],
    ['a name of two lines', { name: 'a\nb' }],
    ['an unknown language', { texts: { xx: { name: 'x' } } }],
    ['an empty translation', { texts: { ko: { name: '' } } }],
    ['a position above 999', { position: 1_000 }],
    ['another field', { odds: {} }],
  ])('is refused with %s', async (_, change) => {
    expect((await create({ key: 'bad', ...plan, ...change })).status).toBe(400);
  });
});
