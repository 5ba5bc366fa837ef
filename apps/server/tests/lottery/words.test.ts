import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, openConsole, type TestConsole } from '../console/console.ts';
import { call, placeOver, type SignedIn, signIn, slipBody } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';

// A lottery's texts are in the reader's language where translated; otherwise in the house's texts.

const TEXTS = {
  ko: { name: '1분', description: '주사위 세 개' },
  'zh-Hant': { name: '一分鐘', description: '三顆骰子' },
};

let at: TestConsole;
let table: OpenTable;
let member: SignedIn;
beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  });
  member = await signIn(at.club, await at.club.member({ credits: 100_000n }));
  expect((await show(TEXTS)).status).toBe(200);
});
afterAll(() => at.close());

function show(texts: Record<string, unknown>): Promise<Response> {
  const body = { name: 'Minute', description: 'Three dice', hot: true, position: 1, hidden: false, texts };
  return call(at.server, '/api/console/lotteries/dice-60', { method: 'PUT', body, cookie: at.staff.content.cookie });
}

async function read(path: string, language: string): Promise<Body> {
  const answer = await call(at.server, path, { cookie: member.cookie, headers: { 'accept-language': language } });
  expect(answer.status, path).toBe(200);
  if (path.startsWith('/api/lott') || path === '/api/house/tables')
    expect(answer.headers.get('vary'), path).toContain('accept-language');
  return (await answer.json()) as Body;
}

test.each([
  ['ko', '1분'],
  ['ko-KR,en;q=0.5', '1분'],
  ['zh-TW', '一分鐘'],
  // The house's language is preferred, so the house's own texts are returned.
  ['en, ko;q=0.9', 'Minute'],
  // No text in the first language: the reader's next one is used.
  ['ja, ko;q=0.5', '1분'],
  ['ja', 'Minute'],
  ['__proto__, constructor;q=0.4, *', 'Minute'],
  ['', 'Minute'],
])('by %s a lottery is called %s wherever a member reads of it', async (language, name) => {
  await at.club.clock.forward(1_000);
  const key = randomUUID();
  const headers = { 'idempotency-key': key, 'accept-language': language };
  const body = slipBody(table, [{ bet: 'big', stakeMinor: 500n }]);
  const placed = await call(at.server, '/api/slips', { body, cookie: member.cookie, headers });
  expect(placed.status).toBe(201);
  const { slip } = (await placed.json()) as { slip: { id: string; lotteryName: string } };
  const again = await call(at.server, '/api/slips', { body, cookie: member.cookie, headers });
  const { items: listed = [] } = await read('/api/lotteries', language);
  const { items: slips = [] } = await read('/api/slips', language);
  const { items: lines = [] } = await read('/api/me/statement', language);
  const { items: tables = [] } = await read('/api/house/tables', language);
  expect([
    slip.lotteryName,
    ((await again.json()) as { slip: { lotteryName: string } }).slip.lotteryName,
    listed[0]?.name,
    (await read('/api/lotteries/dice-60', language)).name,
    slips[0]?.lotteryName,
    (await read(`/api/slips/${slip.id}`, language)).lotteryName,
    (lines[0] as { of: { lotteryName: string } }).of.lotteryName,
    tables[0]?.name,
  ]).toEqual(Array(8).fill(name));
});

test('a file speaks the language that it is asked for in', async () => {
  await placeOver(at.server, member, slipBody(table, [{ bet: 'odd', stakeMinor: 500n }]));
  const csv = await call(at.server, '/api/me/statement.csv?locale=ko', {
    cookie: member.cookie,
    headers: { 'accept-language': 'en' },
  });
  expect(await csv.text()).toContain('1분');
});

test('staff see the house’s words with all others beside them, whatever their browser speaks', async () => {
  const answer = await call(at.server, '/api/console/lotteries', {
    cookie: at.staff.content.cookie,
    headers: { 'accept-language': 'ko' },
  });
  const { items } = (await answer.json()) as { items: Record<string, unknown>[] };
  expect(items[0]).toMatchObject({ name: 'Minute', texts: TEXTS });
});

test.each([
  ['a language that the club does not speak', { fr: { name: 'Minute', description: '' } }],
  ['no name', { ko: { name: ' ', description: '' } }],
  ['a name over its limit', { ko: { name: '분'.repeat(61), description: '' } }],
  ['anything else beside', { ko: { name: '분', description: '', icon: 'x' } }],
])('%s is refused, and nothing changes', async (_, texts) => {
  expect((await show(texts)).status).toBe(400);
  expect((await read('/api/lotteries', 'ko')).items?.[0]?.name).toBe('1분');
});

test.each([
  ['Send 100 to DE89 3704 0044 0532 0130 00 first.'],
  ['Tonight bet on big, it is sure to win.'],
  ['Write to me on Telegram @mira_helps.'],
])('what may not be written to members stands in no language: %s', async (description) => {
  const answer = await show({ ...TEXTS, ja: { name: '1分', description } });
  expect(answer.status).toBe(422);
  expect((await read('/api/lotteries', 'ja, ko;q=0.5')).items?.[0]?.name).toBe('1분');
});
