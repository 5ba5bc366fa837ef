import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import document from '../../../../packages/contract/openapi.json' with { type: 'json' };
import { openDb } from '../../src/db/pool.ts';
import { requestRecovery } from '../../src/decisions/recovery.ts';
import { signInStaff } from '../../src/staff/sign-in.ts';
import { macs } from '../kit/macs.ts';
import { withoutId } from '../kit/problem.ts';
import { addStaff } from '../kit/staff.ts';
import { type Call, call, form, invite, join, openWorld, PASSWORD, type TestMember, type World } from './club.ts';

// Without a valid invite, nobody can find out whether a member or staff name exists. Answers are equal to the last
// character, after the same queries and the same work on passwords.

let world: World;
let mira: TestMember;
beforeAll(async () => {
  world = await openWorld();
  mira = await join(world.node, { userName: 'Mira' });
  // The placeholder hash for unknown names is computed once.
  await call(world.node, 'POST', '/api/session', { body: { userName: 'warm', password: PASSWORD } });
});
beforeEach(() => world.owner.query('truncate members.attempt_count'));
afterAll(() => world.close());

interface Seen {
  answer: unknown;
  /** Statements in order, without values. */
  asked: string[];
  /** Number of verified passwords. */
  evaluated: number;
}

async function seen(act: () => Promise<LightMyRequestResponse>): Promise<Seen> {
  const requests: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...of: unknown[]) {
    const [first] = of as [string | { text: string }];
    requests.push(typeof first === 'string' ? first : first.text);
    return (query as (...of: unknown[]) => unknown).apply(this, of);
  } as typeof query;
  const before = world.node.evaluated();
  try {
    const { statusCode, headers, body } = await act();
    const { date: _date, ...rest } = headers;
    return { answer: [statusCode, rest, withoutId(body)], asked: requests, evaluated: world.node.evaluated() - before };
  } finally {
    pg.Client.prototype.query = query;
  }
}

async function expectAlike(
  path: string,
  bodyOf: (userName: string) => object,
  more: Partial<Call> = {},
): Promise<Seen> {
  const [there, not] = [mira.userName.toUpperCase(), 'Nora'];
  const known = await seen(() => call(world.node, 'POST', path, { ...more, body: bodyOf(there) }));
  await world.owner.query('truncate members.attempt_count');
  const unknown = await seen(() => call(world.node, 'POST', path, { ...more, body: bodyOf(not) }));
  expect(known).toEqual(unknown);
  return known;
}

test.each(['TERC-0000-0000', 'not a code', 'TERC-AAAA-BBBB'])('joining with the bad invite %s', async (inviteCode) => {
  const { answer, evaluated } = await expectAlike('/api/members', (userName) => form({ userName, inviteCode }));
  expect(answer).toMatchObject([422, {}, expect.stringContaining('"fields":{"inviteCode":"invite-bad"}')]);
  expect(evaluated).toBe(0);
});

test('joining with a bad invite says nothing of other fields either, whatever is wrong with them', async () => {
  const inviteCode = 'TERC-0000-0000';
  const plain = await seen(() => call(world.node, 'POST', '/api/members', { body: form({ inviteCode }) }));
  for (const wrong of [
    { userName: '?' },
    { userName: 'finn' },
    { userName: '' },
    { password: 'x' },
    { birthDate: '' },
  ]) {
    await world.owner.query('truncate members.attempt_count');
    const body = form({ inviteCode, ...wrong });
    expect(await seen(() => call(world.node, 'POST', '/api/members', { body }))).toEqual(plain);
  }
});

test('joining with an invite that was used, withdrawn or has run out', async () => {
  const used = await invite(world.node);
  expect((await call(world.node, 'POST', '/api/members', { body: form({ inviteCode: used }) })).statusCode).toBe(201);
  const old = await invite(world.node, new Date(Date.now() - 1_000));
  for (const inviteCode of [used, old]) {
    const { answer } = await expectAlike('/api/members', (userName) => form({ userName, inviteCode }));
    expect(answer).toMatchObject([422, {}, expect.stringContaining('invite-bad')]);
  }
});

test('signing in with a wrong password', async () => {
  const { evaluated } = await expectAlike('/api/session', (userName) => ({ userName, password: 'not this one' }));
  expect(evaluated).toBe(1);
});

test('recovering with a wrong code', async () => {
  await expectAlike('/api/recover', (userName) => ({
    userName,
    recoveryCode: 'AAAA-BBBB-CCCC-DDDD',
    newPassword: PASSWORD,
  }));
});

test('asking support for a new password', async () => {
  const asked = async (userName: string) => {
    const form = {
      userName,
      realName: 'Mira Bold',
      payeeDigits: '3000',
      contact: 'by phone',
      text: 'I lost my codes.',
    };
    const opening = { ...form, key: randomUUID(), locale: 'en' };
    const seenHere = await seen(async () => {
      const key = await requestRecovery(world.node.members.db, opening, { address: '192.0.2.1', device: null });
      return {
        statusCode: 201,
        headers: {},
        body: `${key.number.length} and ${key.secret.length}`,
      } as LightMyRequestResponse;
    });
    await world.owner.query('truncate members.attempt_count');
    return seenHere;
  };
  expect(await asked(mira.userName.toUpperCase())).toEqual(await asked('Nora'));
});

test('one of the staff who signs in', async () => {
  const looked: (string | null)[] = [];
  const staff = {
    db: world.node.members.db,
    passwords: {
      hash: world.node.members.passwords.hash,
      async matches(_password: string, stored: string | null) {
        looked.push(stored === null ? null : 'hash');
        return false;
      },
    },
    attempts: {
      lookAt: (_name: string, _address: string, look: (tried: { forgive(): Promise<void> }) => unknown) =>
        look({ forgive: async () => {} }),
      wrong: (code: string) => Object.assign(new Error(code), { code }),
    },
    macs,
    codeRequired: false,
  };
  await addStaff({ db: openDb(world.owner) }, 'finance', 'greta');
  for (const name of ['greta', 'gerda']) {
    const act = signInStaff(staff as never, { name, password: 'wrong' }, '192.0.2.1', async () => {});
    await expect(act).rejects.toMatchObject({ code: 'wrong-credentials' });
  }
  // One verification each, and the same error.
  expect(looked).toEqual(['hash', null]);
});

test('no other call takes a name of an account, nor says whether one is there', () => {
  const taking = Object.entries(document.paths as Record<string, Record<string, { requestBody?: unknown }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => /"(userName|name)":\{/.test(JSON.stringify(requestBody ?? null)))
        .map(([method]) => `${method} ${path}`),
  );
  // A host's private link contains the displayed name.
  const isInside = (one: string) => / \/api\/(console|host-link)\//.test(one) && !one.endsWith('/session');
  const open = taking.filter((one) => !isInside(one));
  expect(open.sort()).toEqual([
    'post /api/console/session',
    'post /api/members',
    'post /api/recover',
    // `recovery-requests/visitors` and `recovery-requests/takeover` test the later steps.
    'post /api/recovery-requests',
    'post /api/session',
  ]);
  const paths = Object.keys(document.paths);
  expect(paths.filter((path) => /available|exists|check-name|user-?names?\b/i.test(path))).toEqual([]);
});
