import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../src/http/errors.ts';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { advance } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { type Call, call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from './server.ts';

let club: Club;
let table: OpenTable;
let server: TestServer;
let member: SignedIn;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
  member = await signIn(club, await club.member());
  expect((await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]))).status).toBe(201);
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

/** Checks that an answer is a problem document with a 4xx status. Returns its code. */
async function problemOf(what: string, answer: Response): Promise<string> {
  const text = await answer.text();
  const reported = `${what}: ${answer.status} ${text.slice(0, 200)}`;
  expect(answer.status, reported).toBeGreaterThanOrEqual(400);
  expect(answer.status, reported).toBeLessThan(500);
  expect(answer.headers.get('content-type'), reported).toMatch(/^application\/problem\+json/);
  const problem = Problem.strict().parse(JSON.parse(text));
  expect(problem, reported).toMatchObject({ status: answer.status, type: `urn:tercet:problem:${problem.code}` });
  return problem.code;
}

async function refused(path: string, options: Call = {}): Promise<string> {
  const answer = await call(server, path, { cookie: member.cookie, ...options });
  return problemOf(`${options.method ?? ''} ${path} ${JSON.stringify(options.body) ?? ''}`, answer);
}

const HUGE = '9007199254740991';
const NO_UUIDS = [
  '1',
  'x',
  `${randomUUID()}x`,
  '------------------------------------',
  "' or 1=1 --",
  '%00',
  '..%2f..',
  '🎲',
];

describe('what is not there is a problem document', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/nothing/at/all',
    '/api/health/more',
    '/book/slips',
    '/assets/none.js',
    '/assets/workers/',
    '/book/tile/',
    '/book/tile/0/',
    '/favicon.ico',
    '/..%2f..%2fetc/passwd',
    '/api/lotteries/none',
    '/api/lotteries/none/draws',
    '/api/draws/none/1',
    '/api/draws/dice-30/0',
  ])('GET %s', async (path) => {
    expect(await refused(path)).toBe('not-found');
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'POST'])('%s where only GET is', async (method) => {
    expect(['not-found', 'method-not-allowed']).toContain(await refused('/api/house', { method }));
  });

  test('an id or key of somebody else or of nobody', async () => {
    for (const path of ['/api/slips/ID', '/api/slips/ID/proof', '/api/receipts/ID']) {
      expect(['not-found', 'receipt-not-found']).toContain(await refused(path.replace('ID', randomUUID())));
    }
  });
});

test('no folder is a list of what lies in it', async () => {
  for (const path of ['/', '/assets', '/assets/', '/assets/workers/', '/book', '/book/', '/book/tile/', '/console/']) {
    const answer = await call(server, path);
    const text = await answer.text();
    // Names of screens return the app's page, existing screen or not.
    if (answer.status === 200) expect([path, text]).toEqual([path, '<!doctype html><title>Tercet</title>']);
    else expect([path, answer.status, JSON.parse(text).code]).toEqual([path, 404, 'not-found']);
  }
});

describe('bad ids, numbers and cursors', () => {
  test.each(['/api/slips/ID', '/api/slips/ID/proof', '/api/receipts/ID'])('%s', async (path) => {
    for (const id of NO_UUIDS) await refused(path.replace('ID', encodeURIComponent(decodeURIComponent(id))));
    for (const id of ['%', '%zz', '%E0%A4%A']) await refused(path.replace('ID', id));
  });

  test.each(['/api/draws/ID', '/book/slips/ID'])('%s', async (path) => {
    const periods = [
      '-1',
      '01',
      '1.5',
      '1e3',
      '0x1',
      '',
      ' ',
      'NaN',
      HUGE,
      '999999999999999',
      '400000000000',
      '9999999999',
    ];
    const ids = periods.map((period) => `dice-30/${encodeURIComponent(period)}`);
    for (const id of [...ids, 'dice-30', `${'d'.repeat(40)}/1`, 'Dice-30/1', '%00/1', `dice-30/${'1'.repeat(200)}`]) {
      await refused(path.replace('ID', id));
    }
  });

  test.each(['/api/slips', '/api/me/statement', '/api/book/entries', '/api/lotteries/dice-30/draws'])(
    'lists: %s',
    async (path) => {
      for (const limit of ['0', '-1', '101', '1.5', 'x', '', HUGE, '1e9']) await refused(`${path}?limit=${limit}`);
      const cursors = [
        'x',
        '-1',
        '1.5',
        "'",
        '~~',
        '%00',
        '1'.repeat(81),
        `2026-13-45~1~${randomUUID()}`,
        '2026-01-01~1~------------------------------------',
        `9999999999999999~${randomUUID()}~nothing`,
        '1~------------------------------------~stake',
      ];
      for (const cursor of cursors) await refused(`${path}?cursor=${encodeURIComponent(cursor)}`);
      await refused(`${path}?limit=1&limit=2`);
    },
  );

  test('filters', async () => {
    for (const path of [
      '/api/slips?status=lucky',
      '/api/slips?lottery=none',
      `/api/slips?lottery=${'x'.repeat(100)}`,
      '/api/book/entries?type=none',
      '/api/lotteries?hot=perhaps',
      `/api/lotteries?class=${'x'.repeat(100)}`,
      `/api/agreement?locale=${'x'.repeat(100)}`,
    ]) {
      await refused(path);
    }
  });
});

const SHAPES: [string, unknown][] = [
  ['nothing', ''],
  ['broken JSON', '{"drawId":'],
  ['two documents', '{}{}'],
  ['a word', 'true'],
  ['null', 'null'],
  ['a number', '7'],
  ['text', '"x"'],
  ['a list', '[]'],
  ['nothing filled in', {}],
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  ['deep nesting', `${'['.repeat(1_500)}${']'.repeat(1_500)}`],
  ['bytes that are no text', '\u0000\ufffd'],
];
const WRITES: [string, Record<string, unknown>][] = [
  [
    '/api/members',
    { userName: 'x', password: 'x', inviteCode: 'x', birthDate: '1990-01-01', agreementVersion: CURRENT_AGREEMENT },
  ],
  ['/api/session', { userName: 'x', password: 'x' }],
  ['/api/recover', { userName: 'x', recoveryCode: 'x', newPassword: 'x' }],
  ['/api/me/agreement', { version: CURRENT_AGREEMENT }],
  ['/api/slips', { drawId: 'dice-30/1', tableHash: '0'.repeat(64), selections: [] }],
];

describe.each(WRITES)('POST %s', (path, body) => {
  const headers = { 'idempotency-key': randomUUID() };

  test('takes no other shape', async () => {
    for (const [, shape] of SHAPES) expect(await refused(path, { body: shape, headers })).toBe('invalid-body');
  });

  test('takes no other types, no field more and none less', async () => {
    for (const name of Object.keys(body)) {
      for (const value of [null, {}, ['x'], true, name === 'version' || name === 'agreementVersion' ? '1' : 7]) {
        expect(await refused(path, { body: { ...body, [name]: value }, headers })).toBe('invalid-body');
      }
      expect(await refused(path, { body: { ...body, [name]: undefined }, headers })).toBe('invalid-body');
    }
    expect(await refused(path, { body: { ...body, admin: true }, headers })).toBe('invalid-body');
  });

  test('reads no huge body, and nothing but JSON', async () => {
    const huge = await refused(path, { body: { ...body, filling: 'x'.repeat(70_000) }, headers });
    expect(huge).toBe('body-too-large');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense', '']) {
      const options = { body: JSON.stringify(body), headers: { ...headers, 'content-type': type } };
      expect(await refused(path, options)).toBe('invalid-body');
    }
  });

  test('from another origin is refused', async () => {
    for (const origin of ['https://evil.example', 'null', `${server.address}.evil.example`]) {
      expect(await refused(path, { body, headers: { ...headers, origin } })).toBe('forbidden-origin');
    }
  });
});

describe('a slip', () => {
  const stakes = (...stakeMinor: unknown[]) => stakeMinor.map((one) => ({ bet: 'big', stakeMinor: one }));

  async function slipRefused(change: Record<string, unknown>, key: string = randomUUID()): Promise<string> {
    const body = { ...slipBody(table, [{ bet: 'big', stakeMinor: 100n }]), ...change };
    return problemOf(JSON.stringify(change).slice(0, 100), await placeOver(server, member, body, key));
  }

  test('on a draw that cannot be', async () => {
    for (const drawId of [
      '',
      'dice-30',
      'dice-30/',
      'dice-30/-1',
      'dice-30/01',
      'dice-30/x',
      'none/1',
      `${'x'.repeat(65)}/1`,
      'dice-30/0',
      `dice-30/${HUGE}`,
      'dice-30/999999999999999',
      'dice-30/400000000000',
      'dice-30/9999999999',
      `dice-30/${table.schedule().period + 1}`,
    ]) {
      expect(['invalid-body', 'not-found', 'betting-closed', 'period-not-open']).toContain(
        await slipRefused({ drawId }),
      );
    }
  });

  test('with amounts that are none', async () => {
    for (const amount of [
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '',
      ' 100',
      '100 ',
      '٣',
      '9'.repeat(16),
      '9'.repeat(17),
      '00100',
    ]) {
      expect(['bad-amount', 'stake-too-large', 'invalid-body']).toContain(
        await slipRefused({ selections: stakes(amount) }),
      );
    }
    expect(await slipRefused({ selections: [] })).toBe('no-selection');
    expect(await slipRefused({ selections: stakes('100', '200') })).toBe('duplicate-bet');
    expect(await slipRefused({ selections: [{ bet: 's19', stakeMinor: '100' }] })).toBe('invalid-body');
    expect(await slipRefused({ selections: stakes(...Array.from({ length: 5_000 }, () => '100')) })).toBe(
      'body-too-large',
    );
  });

  test('without a key, or with one that is none', async () => {
    for (const key of ['', 'x', randomUUID().toUpperCase(), `${randomUUID()} `.repeat(2)]) {
      expect(await slipRefused({}, key)).toBe('key-needed');
    }
  });

  test('by a token that is forged is refused, and tells nothing of the member', async () => {
    for (const cookie of ['tercet=x', `${member.cookie.slice(0, -2)}zz`, `tercet=${'x'.repeat(3_000)}`, 'tercet=%00']) {
      const answer = await placeOver(
        server,
        { ...member, cookie },
        slipBody(table, [{ bet: 'big', stakeMinor: 100n }]),
      );
      const text = await answer.clone().text();
      expect(await problemOf(cookie, answer)).toBe('signed-out');
      expect(text).not.toContain(member.userName);
    }
  });
});
