import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';

const PATH = '/.well-known/security.txt';

let club: Club;
let server: TestServer;
let silent: TestServer;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club, { securityContact: 'mailto:security@club.example' });
  silent = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await silent.stop();
  await club.close();
});

test('security.txt names the contact, and ends within a year, as RFC 9116 asks', async () => {
  const answer = await call(server, PATH);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = new Map((await answer.text()).split('\n').map((line) => line.split(': ', 2) as [string, string]));
  expect(fields.get('Contact')).toBe('mailto:security@club.example');
  const daysLeft = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / DAY_MS;
  expect(daysLeft).toBeGreaterThan(170);
  expect(daysLeft).toBeLessThan(365);
});

test('a house without a contact has no security.txt', async () => {
  expect((await call(silent, PATH)).status).toBe(404);
});
