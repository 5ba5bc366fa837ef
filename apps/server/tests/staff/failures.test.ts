import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConsole, type TestConsole } from '../console/console.ts';
import { call } from '../http/server.ts';
import { addStaff, STAFF_PASSWORD } from '../kit/staff.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
beforeEach(async () => {
  await at.club.owner.query('truncate members.attempt_count');
  await at.acts();
});
afterAll(() => at.close());

async function enter(name: string, password: string, code?: string): Promise<number> {
  const body = { name, password, ...(code === undefined ? {} : { code }) };
  return (await call(at.server, '/api/console/session', { body })).status;
}

test('a sign-in that failed stands in the log, with the name of who is meant', async () => {
  const finn = await addStaff(at.club, 'finance');
  expect(await enter(` ${finn.name.toUpperCase()}`, 'not this one at all')).toBe(401);
  expect(await at.acts()).toMatchObject([
    {
      act: 'sign-in-failed',
      staff: null,
      subject: `staff/${finn.id}`,
      after: { name: finn.name, refused: 'wrong-credentials' },
    },
  ]);
});

test('what was typed where nobody has the name is not kept: it may be a password', async () => {
  expect(await enter('my secret by mistake', STAFF_PASSWORD)).toBe(401);
  const acts = await at.acts();
  expect(acts).toMatchObject([{ act: 'sign-in-failed', subject: null, after: { refused: 'wrong-credentials' } }]);
  expect(JSON.stringify(acts)).not.toMatch(/mistake|lanterns/);
});

test('of many failures under a name the first few stand there, anew each quarter of an hour', async () => {
  const finn = await addStaff(at.club, 'finance');
  for (let turn = 0; turn < 7; turn++) await enter(finn.name, 'not this one at all');
  expect(await at.acts()).toHaveLength(3);
  await at.at(at.club.clock.nowMs() + 15 * 60_000);
  await enter(finn.name, 'not this one at all');
  expect(await at.acts()).toHaveLength(1);
});

test('a failed proof of presence is recorded as theirs', async () => {
  const { id, cookie } = at.staff.finance;
  expect((await at.post('/api/console/step-up', { password: 'not this one at all' }, { cookie })).status).toBe(401);
  expect(await at.acts()).toMatchObject([
    { act: 'step-up-failed', staff: { id }, subject: `staff/${id}`, after: { refused: 'wrong-credentials' } },
  ]);
});

test('a passkey that is none leaves one, too; a form that is asked for the code leaves none', async () => {
  const challenge = await call(at.server, '/api/console/session/challenge', { method: 'POST' });
  const { attempt } = (await challenge.json()) as { attempt: string };
  const body = { attempt, passkey: { id: 'none' } };
  expect((await call(at.server, '/api/console/session/passkey', { body })).status).toBe(401);
  expect(await at.acts()).toMatchObject([{ act: 'sign-in-failed', after: { refused: 'passkey-refused' } }]);
  const nora = await at.post(
    '/api/console/staff',
    { name: 'nora', role: 'content', why: 'begins today' },
    at.staff.owner,
  );
  await at.acts();
  expect(await enter('nora', String(nora.body.password))).toBe(401);
  expect(await at.acts()).toEqual([]);
  expect(await enter('nora', String(nora.body.password), '000000')).toBe(401);
  expect(await at.acts()).toMatchObject([{ act: 'sign-in-failed', after: { name: 'nora', refused: 'code-wrong' } }]);
});
