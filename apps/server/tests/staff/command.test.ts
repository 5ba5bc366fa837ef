import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letInDemoStaff } from '../../../../dev/play-house/demo-staff.ts';
import { DEMO_STAFF } from '../../../../dev/play-house/house-plan.ts';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { clubLines } from '../kit/club-command.ts';

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

function run(...args: string[]): Promise<string[]> {
  return clubLines(['staff', ...args], { TERCET_OWNER_URL: club.database.ownerUrl, TERCET_KEYS: server.keysDir });
}

async function enter(name: string, password: string, code?: string): Promise<number> {
  const body = { name, password, ...(code === undefined ? {} : { code }) };
  return (await call(server, '/api/console/session', { body })).status;
}

function passwordIn(lines: readonly string[]): string {
  return / with ([\w-]{20})/.exec(lines.join(' '))?.[1] ?? '';
}

test('lets the first one in, with a password that it makes, a code, and out again', async () => {
  expect(await run('list')).toEqual(['No staff accounts yet']);
  const password = passwordIn(await run('add', 'Petra', 'support'));
  expect(await enter('petra', password)).toBe(201);
  const [, uri = ''] = await run('code', 'petra');
  expect(uri).toMatch(/^otpauth:\/\/totp\/Tercet:petra\?/);
  expect(await enter('petra', password)).toBe(401);
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '') });
  const code = (): string => totp.generate({ timestamp: club.clock.nowMs() });
  expect(await enter('petra', password, code())).toBe(201);
  const next = passwordIn(await run('password', 'petra'));
  await club.at(club.clock.nowMs() + 30_000);
  expect(await enter('petra', password, code())).toBe(401);
  expect(await enter('petra', next, code())).toBe(201);
  await run('disable', 'petra');
  expect(await enter('petra', next, code())).toBe(401);
  expect((await run('list'))[0]).toMatch(/^petra {2}support {2}with one-time codes {2}disabled 20/);
});

test('leaves its tracks, without a secret in them', async () => {
  const { rows } = await club.owner.query(
    `select body from audit.entry where staff_id is null and act <> 'sign-in-failed' order by seq`,
  );
  const acts = rows.map(({ body }) => JSON.parse(body));
  expect(acts.map(({ act, address, staff }) => [act, address, staff])).toEqual(
    ['staff-created', 'staff-code-given', 'staff-password-set', 'staff-disabled'].map((act) => [act, 'terminal', null]),
  );
  expect(acts[0].after).toEqual({ name: 'petra', role: 'support' });
});

test.each([
  ['nothing', [], 'Usage'],
  ['a role that is none', ['add', 'x-y', 'king'], 'Usage'],
  ['an owner made by nobody', ['add', 'x-y', 'owner'], 'Usage'],
  ['too much', ['disable', 'petra', 'now'], 'Usage'],
  ['a name that is taken', ['add', 'petra', 'support'], 'taken'],
  ['a name that is none', ['add', 'o lga', 'support'], 'name-bad'],
  ['one who is not there', ['disable', 'nobody'], 'not-found'],
  ['one who is gone', ['code', 'petra'], 'not-found'],
])('says no to %s', async (_, args, why) => {
  await expect(run(...args)).rejects.toThrow(why);
});

test('the first owner is made once, with all their credentials; the next one by them alone', async () => {
  const attempts = await Promise.allSettled(['oona', 'oleg', 'otto'].map((name) => run('first-owner', name)));
  const made = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(made).toHaveLength(1);
  const [first = '', , , uri = ''] = made[0] ?? [];
  const name = first.split(',', 1)[0] ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '') });
  expect(await enter(name, passwordIn([first]))).toBe(401);
  expect(await enter(name, passwordIn([first]), totp.generate({ timestamp: club.clock.nowMs() }))).toBe(201);
  await expect(run('first-owner', 'otilie')).rejects.toThrow('has an owner');
  await expect(run('first-owner', name)).rejects.toThrow('has an owner');
  await expect(run('disable', name)).rejects.toThrow('last-owner');
});

test('the demo staff of a play house come in once, and each signs in', async () => {
  await letInDemoStaff(club.db, server.keysDir);
  await letInDemoStaff(club.db, server.keysDir);
  expect(await run('list')).toHaveLength(2 + DEMO_STAFF.length);
  for (const { name, password } of DEMO_STAFF) expect(await enter(name, password)).toBe(201);
});
