import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Club, openClub } from '../kit/club.ts';
import { openServer, type TestServer } from './server.ts';

// Unknown paths show the app to a person and return "not found" to a program.

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const MALFORMED = ['/%E0%A4%A', '/%', '/%%', '/caf%E9', '/%u0041', '/Lottery/%C0%AF', '/100%?x=%', '/Mine/%ED%A0%80'];
const TYPED = [
  '/Video/xyz',
  '/Lottery/dice-30',
  '/Mine/Statement',
  '/video/',
  '/Видео',
  '/nowhere/at/all?x=1',
  '/index.php',
];

async function ask(path: string, accept: string, method = 'GET') {
  const url = path.includes('%') ? path : encodeURI(path);
  const answer = await fetch(server.address + url, { method, headers: { accept } });
  const { status, headers } = answer;
  const vary = (headers.get('vary') ?? '').split(/,\s*/).map((name) => name.toLowerCase());
  return { status, type: headers.get('content-type'), vary, text: await answer.text(), headers };
}

describe.each([...TYPED, ...MALFORMED])('%s', (path) => {
  test('shows a browser the app, which is asked for anew each time', async () => {
    const { status, type, text, vary, headers } = await ask(path, BROWSER);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>/);
    expect([vary.includes('accept'), headers.get('cache-control')]).toEqual([true, 'no-cache']);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await ask(path, BROWSER, 'HEAD')).toMatchObject({ status: 200, type, text: '' });
  });
});

test.each([
  ['/Console', '/console'],
  ['/CONSOLE/members?x=1', '/console/members?x=1'],
  ['//console', '/console'],
  ['///console//Desk', '/console/Desk'],
])('%s leads a browser to %s, and a program nowhere', async (typed, meant) => {
  const answer = await fetch(server.address + typed, { headers: { accept: BROWSER }, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, meant]);
  expect((await ask(typed, 'application/json')).status).toBe(404);
});

test.each(['/Video/xyz', '/api/nothing', '/assets/lost.js', '/Video/cover.webp', '/assets/%FF', ...MALFORMED])(
  '%s is refused to a program, in JSON that no cache hands to a browser',
  async (path) => {
    const { status, type, text, vary } = await ask(path, 'application/json');
    expect([status, type, JSON.parse(text).code]).toEqual([404, 'application/problem+json', 'not-found']);
    expect(vary).toContain('accept');
  },
);

test.each(['/api/nothing', '/api/lotteries/%FF', '/api/%'])('%s is refused to a browser, too', async (path) => {
  expect(await ask(path, BROWSER)).toMatchObject({ status: 404, type: 'application/problem+json' });
});
