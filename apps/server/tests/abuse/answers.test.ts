import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../http/server.ts';
import { STAFF_PASSWORD, signedInStaff } from '../kit/staff.ts';
import { operationsOf } from './api-document.ts';
import { type Ground, openGround, PASSWORD } from './ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
}, 120_000);
afterAll(() => ground.close());

/** Headers that every answer must have and this one lacks. */
function missingOn(answer: Response): string[] {
  const resources = answer.headers.get('cross-origin-resource-policy');
  const policy = answer.headers.get('content-security-policy') ?? '';
  const { pathname } = new URL(answer.url);
  // Scripts and styles of a page are subject to the page's own policy.
  const isPart = /^\/(theme\.js|assets\/[\w.-]+\.(js|css))$/.test(pathname);
  // Public data about draws, which other sites' programs may read.
  const isOpen = /^\/(book\/|api\/book\/entries$|api\/draws\/[^/]+\/[^/]+$|api\/house$)/.test(pathname);
  const must: [string, boolean][] = [
    ['nosniff', answer.headers.get('x-content-type-options') === 'nosniff'],
    ['a resource policy', resources === 'same-origin' || (isOpen && resources === 'cross-origin')],
    ['a content policy', /default-src '(self|none)'/.test(policy)],
    ['no inline scripts', !/script-src[^;]*unsafe/.test(policy)],
    ['no frame around it', /frame-ancestors 'none'/.test(policy)],
    ['a referrer policy', isPart || answer.headers.get('referrer-policy') !== null],
    ['no word on what serves it', answer.headers.get('server') === null && answer.headers.get('x-powered-by') === null],
    ['no leave for other origins', answer.headers.get('access-control-allow-credentials') === null],
  ];
  return must.filter(([, holds]) => !holds).map(([name]) => name);
}

const ODD: readonly [string, string, Parameters<typeof call>[2]][] = [
  ['a page', '/', {}],
  ['a screen', '/Home', {}],
  ['a file of the app', '/assets/index-abc123.js', {}],
  ['a sheet of the app', '/assets/style-abc123.css', {}],
  ['the service worker', '/sw.js', {}],
  ['a picture', '/icon.svg', {}],
  ['400', '/api/lotteries/dice-30/draws?cursor=%22', {}],
  ['400 of a body that is no JSON', '/api/session', { body: '{' }],
  ['401', '/api/me', {}],
  ['403 of another origin', '/api/session', { body: {}, headers: { origin: 'https://evil.example' } }],
  ['404', '/api/nothing', {}],
  ['404 of a path that cannot be read', '/api/%ff', {}],
  ['404 of a file', '/assets/../../etc/passwd', {}],
  ['405 or 404 of a method', '/api/house', { method: 'DELETE' }],
  ['413', '/api/session', { body: { userName: 'a'.repeat(80_000) } }],
  ['415', '/api/session', { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } }],
  ['HEAD', '/api/house', { method: 'HEAD' }],
  ['OPTIONS', '/api/house', { method: 'OPTIONS' }],
  [
    'OPTIONS before a write from elsewhere',
    '/api/slips',
    {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    },
  ],
];

describe('every answer', () => {
  test.each(ODD)('carries what keeps it in its place: %s', async (_, path, options) => {
    expect(missingOn(await call(ground.server, path, options))).toEqual([]);
  });

  test('to TRACE is that there is nothing', async () => {
    expect(await raw('/api/house', 'TRACE', { cookie: 'tercet=secret' })).toMatch(/^HTTP\/1\.1 40[0345]/);
  });

  test('of every call in the document, to a visitor', async () => {
    const faults: string[] = [];
    for (const { method, path } of operationsOf().filter((operation) => !operation.path.endsWith('/stream'))) {
      const filled = path.replaceAll(/\{[^}]+\}/g, 'x');
      const answer = await call(ground.server, filled, method === 'GET' ? {} : { method, body: {} });
      faults.push(...missingOn(answer).map((what) => `${method} ${path}: ${answer.status} without ${what}`));
    }
    expect(faults).toEqual([]);
  });

  test('lets no other origin read what is a member’s own', async () => {
    const cookie = (await ground.cookieOf('member')) ?? '';
    const answer = await call(ground.server, '/api/me', { cookie, headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

/** Forms and pages of other origins, with the headers that browsers send. */
const FROM_ELSEWHERE: readonly [string, Record<string, string>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['no origin at all, with a cookie', { origin: '' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a name that begins alike', { origin: 'http://127.0.0.1.evil.example' }],
  ['the same site, another host', { origin: 'http://other.127.0.0.1' }],
];

describe('a write from elsewhere', () => {
  test.each(FROM_ELSEWHERE)('does nothing, on any call: %s', async (_, headers) => {
    const cookie = (await ground.cookieOf('member')) ?? '';
    const staffCookie = (await ground.cookieOf('owner')) ?? '';
    const taken: string[] = [];
    for (const { method, path } of operationsOf().filter((operation) => operation.method !== 'GET')) {
      const filled = path.replaceAll(/\{[^}]+\}/g, 'x');
      const answer = await raw(filled, method, {
        cookie: `${cookie}; ${staffCookie}`,
        'content-type': 'application/json',
        ...headers,
      });
      if (!answer.startsWith('HTTP/1.1 403') && !answer.startsWith('HTTP/1.1 404'))
        taken.push(`${method} ${path}: ${answer.split('\r\n', 1)[0]}`);
    }
    expect(taken).toEqual([]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot be a form: %s is read by no call that takes JSON',
    async (type) => {
      const answer = await call(ground.server, '/api/session', {
        method: 'POST',
        body: '{"userName":"a","password":"b"}',
        headers: { 'content-type': type },
      });
      expect([415, 400, 403]).toContain(answer.status);
    },
  );
});

describe('a session', () => {
  async function enter(userName: string, cookie: string, password = PASSWORD): Promise<string> {
    const answer = await call(ground.server, '/api/session', { body: { userName, password }, cookie });
    expect(answer.status).toBe(password === PASSWORD ? 201 : 401);
    return answer.headers.getSetCookie().find((one) => one.startsWith('tercet=')) ?? '';
  }
  const pair = (given: string): string => given.split(';', 1)[0] ?? '';
  const statusOf = async (cookie: string): Promise<number> => (await call(ground.server, '/api/me', { cookie })).status;

  async function newName(): Promise<string> {
    const cookie = (await ground.cookieOf('member')) ?? '';
    const { id } = (await (await call(ground.server, '/api/me', { cookie })).json()) as { id: string };
    const { rows } = await ground.club.owner.query('select user_name from members.member where member_id = $1', [id]);
    return rows[0].user_name;
  }

  test('that somebody else put into the browser is not taken over by signing in', async () => {
    const planted = `tercet=${'A'.repeat(64)}`;
    const given = await enter(await newName(), planted);
    expect(given).not.toContain(planted);
    expect(given).toMatch(/HttpOnly/);
    expect(given).toMatch(/SameSite=(Lax|Strict)/);
    expect([await statusOf(planted), await statusOf(pair(given))]).toEqual([401, 200]);
  });

  test('that the browser had before ends with the next one, also where it was a thief’s own', async () => {
    const [thief, member] = [await newName(), await newName()];
    const before = pair(await enter(member, ''));
    const elsewhere = pair(await enter(member, ''));
    // Neither a failed sign-in nor one in another browser ends a session.
    await enter(member, before, 'not this one');
    expect([await statusOf(before), await statusOf(elsewhere)]).toEqual([200, 200]);
    const after = pair(await enter(member, before));
    expect([await statusOf(before), await statusOf(after), await statusOf(elsewhere)]).toEqual([401, 200, 200]);
    // Session fixation: a thief plants a live session in the victim's browser.
    const planted = pair(await enter(thief, ''));
    const own = pair(await enter(member, planted));
    expect([await statusOf(planted), await statusOf(own)]).toEqual([401, 200]);
  });

  test('of the staff ends the same way', async () => {
    const { name, cookie } = await signedInStaff(ground.club, 'support');
    const body = { name, password: STAFF_PASSWORD };
    const answer = await call(ground.server, '/api/console/session', { body, cookie });
    expect(answer.status).toBe(201);
    const next = pair(answer.headers.getSetCookie()[0] ?? '');
    const me = async (one: string) => (await call(ground.server, '/api/console/me', { cookie: one })).status;
    expect([await me(cookie), await me(next)]).toEqual([401, 200]);
  });
});

/** One request on its own connection, with only the given headers. */
function raw(path: string, method: string, headers: Record<string, string>): Promise<string> {
  const { port, host } = new URL(ground.server.address);
  const lines = Object.entries({ host, ...headers }).filter(([, value]) => value !== '');
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return new Promise((resolve) => {
    let got = '';
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\n${head}content-length: 2\r\nconnection: close\r\n\r\n{}`),
    );
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
  });
}
