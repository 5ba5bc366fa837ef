import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/durations.ts';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addStaff, STAFF_PASSWORD } from '../kit/staff.ts';

const IDLE_MINUTES = 7;

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club, { staffIdleMs: IDLE_MINUTES * MINUTE_MS });
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function signIn(): Promise<string> {
  const { name } = await addStaff(club, 'support');
  const body = { name, password: STAFF_PASSWORD, code: '' };
  const answer = await call(server, '/api/console/session', { body });
  expect(answer.status).toBeLessThan(300);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const me = (cookie: string) => call(server, '/api/console/me', { cookie });

test('a session ends after the minutes that the house sets, counted from its last use', async () => {
  const cookie = await signIn();
  expect(await (await me(cookie)).json()).toMatchObject({ idleSeconds: IDLE_MINUTES * 60 });
  for (let turn = 0; turn < 3; turn++) {
    await club.at(club.clock.nowMs() + (IDLE_MINUTES - 1) * MINUTE_MS);
    expect((await me(cookie)).status).toBe(200);
  }
  await club.at(club.clock.nowMs() + IDLE_MINUTES * MINUTE_MS);
  expect((await me(cookie)).status).toBe(401);
});
