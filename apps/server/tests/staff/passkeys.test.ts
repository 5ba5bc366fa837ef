import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import { disableStaff } from '../../src/staff/accounts.ts';
import { addPasskey, removePasskey } from '../../src/staff/passkeys.ts';
import { type SignedInStaff as Caller, identifyStaff } from '../../src/staff/sessions.ts';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Authenticator, authenticator, type Faults } from '../kit/authenticator.ts';
import { type Club, openClub } from '../kit/club.ts';
import { macs } from '../kit/macs.ts';
import { type SignedInStaff, signedInStaff, TERMINAL } from '../kit/staff.ts';

// Passkeys on the whole server, with an authenticator in software.

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
});
beforeEach(() => club.owner.query('truncate members.attempt_count'));
afterAll(async () => {
  await server.stop();
  await club.close();
});

type Json = Record<string, unknown>;
interface ChallengeAnswer {
  attempt: string;
  options: Json;
}

async function ask(path: string, cookie?: string): Promise<ChallengeAnswer> {
  const answer = await call(server, path, { method: 'POST', ...(cookie === undefined ? {} : { cookie, body: {} }) });
  expect(answer.status).toBe(201);
  return (await answer.json()) as ChallengeAnswer;
}

async function register(staff: SignedInStaff, faults: Faults = {}) {
  const key = authenticator(server.address);
  const { attempt, options } = await ask('/api/console/me/passkeys/challenge', staff.cookie);
  const body = { attempt, name: 'Phone', passkey: key.create(options, faults) };
  const answer = await call(server, '/api/console/me/passkeys', { body, cookie: staff.cookie });
  return { key, answer, body };
}

/** A staff account with a passkey. */
async function withPasskey(role: 'finance' | 'support' = 'finance') {
  const staff = await signedInStaff(club, role);
  const { key, answer } = await register(staff);
  expect(answer.status).toBe(201);
  return { staff, key };
}

async function signIn(key: Authenticator, faults: Faults = {}): Promise<Response> {
  const { attempt, options } = await ask('/api/console/session/challenge');
  return call(server, '/api/console/session/passkey', { body: { attempt, passkey: key.get(options, faults) } });
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { code: string }).code;
}

test('a signed-in member of staff makes a passkey, and signs in with it, without a name or a password', async () => {
  const { staff, key } = await withPasskey();
  const answer = await signIn(key);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ staff: { id: staff.id, name: staff.name, role: 'finance' } });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const me = await (await call(server, '/api/console/me', { cookie })).json();
  expect(me).toMatchObject({ name: staff.name, proofs: ['passkey'] });
  const { rows } = await club.owner.query('select act from audit.entry where staff_id = $1 order by seq', [staff.id]);
  expect(rows.map(({ act }) => act)).toEqual(['passkey-added', 'sign-in']);
});

test('what is asked of the browser names this place, asks for a look at the person, and for nobody', async () => {
  const { options } = await ask('/api/console/session/challenge');
  expect(options).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required', allowCredentials: [] });
  const { staff, key } = await withPasskey();
  const again = (await ask('/api/console/me/passkeys/challenge', staff.cookie)).options;
  expect(again).toMatchObject({
    rp: { id: '127.0.0.1' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: key.credentialId }],
  });
});

describe('registering refuses', () => {
  test.each<[string, Faults]>([
    ['another site', { origin: 'http://evil.example' }],
    ['a credential for another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an authenticator that looked at nobody', { unverified: true }],
  ])('%s', async (_, faults) => {
    const { answer } = await register(await signedInStaff(club, 'support'), faults);
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'passkey-refused']);
  });

  test('a challenge twice, one of another session, an old one, and what is no passkey', async () => {
    const staff = await signedInStaff(club, 'support');
    const { answer, body } = await register(staff);
    expect(answer.status).toBe(201);
    const send = (more: Json, cookie = staff.cookie) =>
      call(server, '/api/console/me/passkeys', { body: { ...body, ...more }, cookie });
    expect(await codeOf(await send({}))).toBe('passkey-refused');
    const other = await signedInStaff(club, 'support');
    const requested = await ask('/api/console/me/passkeys/challenge', staff.cookie);
    const made = { attempt: requested.attempt, passkey: authenticator(server.address).create(requested.options) };
    expect(await codeOf(await send(made, other.cookie))).toBe('passkey-refused');
    const late = await ask('/api/console/me/passkeys/challenge', staff.cookie);
    await club.at(club.clock.nowMs() + 3 * MINUTE_MS);
    const tooLate = { attempt: late.attempt, passkey: authenticator(server.address).create(late.options) };
    expect(await codeOf(await send(tooLate))).toBe('passkey-refused');
    expect(await codeOf(await send({ passkey: { id: 7 } }))).toBe('passkey-refused');
    expect(await codeOf(await send({ name: '  ' }))).toBe('fill-in');
  });

  test('a person without a recent proof of presence', async () => {
    const { cookie } = await signedInStaff(club, 'support');
    await club.at(club.clock.nowMs() + 5 * MINUTE_MS);
    const answer = await call(server, '/api/console/me/passkeys/challenge', { method: 'POST', cookie, body: {} });
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'step-up-needed']);
  });
});

describe('signing in refuses', () => {
  test.each<[string, Faults]>([
    ['another site', { origin: 'http://evil.example' }],
    ['a signature for another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an authenticator that looked at nobody', { unverified: true }],
    ['another key', { forged: true }],
    ['a count that went back', { counter: 1 }],
    ['somebody else’s name on it', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('%s', async (_, faults) => {
    const { key } = await withPasskey();
    expect((await signIn(key)).status).toBe(201);
    const answer = await signIn(key, faults);
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'passkey-refused']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('the same answer twice, also where the first was wrong, and of two at once one', async () => {
    const { key } = await withPasskey();
    const first = await ask('/api/console/session/challenge');
    const wrong = { attempt: first.attempt, passkey: key.get(first.options, { forged: true }) };
    const right = { attempt: first.attempt, passkey: key.get(first.options) };
    expect((await call(server, '/api/console/session/passkey', { body: wrong })).status).toBe(401);
    expect((await call(server, '/api/console/session/passkey', { body: right })).status).toBe(401);
    const second = await ask('/api/console/session/challenge');
    const body = { attempt: second.attempt, passkey: key.get(second.options) };
    const all = await Promise.all(
      [1, 2, 3].map(() => call(server, '/api/console/session/passkey', { body }).then(({ status }) => status)),
    );
    expect(all.sort()).toEqual([201, 401, 401]);
  });

  test('a stranger’s passkey, a removed one, and one of who is gone', async () => {
    expect(await codeOf(await signIn(authenticator(server.address)))).toBe('passkey-refused');
    const { staff, key } = await withPasskey();
    const [mine] = (
      (await (await call(server, '/api/console/me/passkeys', { cookie: staff.cookie })).json()) as {
        items: { id: string }[];
      }
    ).items;
    const remove = (cookie: string) =>
      call(server, `/api/console/me/passkeys/${mine?.id}`, { method: 'DELETE', cookie });
    expect((await remove((await signedInStaff(club, 'owner')).cookie)).status).toBe(404);
    expect((await remove(staff.cookie)).status).toBe(204);
    expect(await codeOf(await signIn(key))).toBe('passkey-refused');
    const gone = await withPasskey();
    await transaction(club.db, (tx) => disableStaff(tx, macs, { name: gone.staff.name }, TERMINAL));
    expect(await codeOf(await signIn(gone.key))).toBe('passkey-refused');
  });

  test('an address that asks for challenges without end', async () => {
    let last = 201;
    for (let n = 0; n < 61; n++)
      last = (await call(server, '/api/console/session/challenge', { method: 'POST' })).status;
    expect(last).toBe(429);
  });
});

test('the last second factor stays where one is required', async () => {
  const { staff } = await withPasskey();
  const id = (await club.owner.query('select id from staff.passkey where staff_id = $1', [staff.id])).rows[0].id;
  const remove = (codeRequired: boolean) =>
    transaction(club.api, (tx) => removePasskey(tx, { codeRequired, macs }, staff, id));
  await expect(remove(true)).rejects.toMatchObject({ code: 'last-factor' });
  await expect(remove(false)).resolves.toMatchObject({ name: 'Phone' });
});

test('no more than ten belong to one person', async () => {
  const staff = await signedInStaff(club, 'support');
  for (let n = 0; n < 10; n++) expect((await register(staff)).answer.status).toBe(201);
  const answer = await call(server, '/api/console/me/passkeys/challenge', {
    method: 'POST',
    cookie: staff.cookie,
    body: {},
  });
  expect(await codeOf(answer)).toBe('passkey-limit');
});

describe('another secret for one-time codes', () => {
  async function reset(id: string) {
    const owner = await signedInStaff(club, 'owner');
    const path = `/api/console/staff/${id}/second-factor`;
    return call(server, path, { method: 'POST', cookie: owner.cookie, body: { why: 'lost the phone' } });
  }

  test('takes the place of the passkeys as well: none of them opens anything, and the log names them', async () => {
    const { staff, key } = await withPasskey();
    const other = await withPasskey();
    expect((await reset(staff.id)).status).toBe(200);
    expect(await codeOf(await signIn(key))).toBe('passkey-refused');
    expect((await signIn(other.key)).status).toBe(201);
    const { rows } = await club.owner.query(
      `select body from audit.entry where act = 'staff-code-given' order by seq desc limit 1`,
    );
    expect(JSON.parse(rows[0].body)).toMatchObject({
      subject: `staff/${staff.id}`,
      after: { passkeysRemoved: ['Phone'] },
    });
  });

  test('lets in no passkey that a session of before brings after it', async () => {
    const staff = await signedInStaff(club, 'finance');
    const { attempt, options } = await ask('/api/console/me/passkeys/challenge', staff.cookie);
    const caller = (await identifyStaff(club.db, macs, staff.cookie.split('=')[1] ?? '')) as Caller;
    expect((await reset(staff.id)).status).toBe(200);
    const given = { attempt, name: 'Phone', passkey: authenticator(server.address).create(options) };
    const party = { name: 'Tercet', id: '127.0.0.1', origin: server.address };
    await expect(addPasskey({ db: club.api, macs }, party, caller, given, async () => {})).rejects.toThrow(
      'signed-out',
    );
  });
});
