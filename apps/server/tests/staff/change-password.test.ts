import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { disableStaff, giveStaffPassword } from '../../src/staff/accounts.ts';
import { answerOf, openConsole, type TestConsole } from '../console/console.ts';
import { call } from '../http/server.ts';
import { clubLines } from '../kit/club-command.ts';
import { macs } from '../kit/macs.ts';
import { addStaff, type SignedInStaff, STAFF_PASSWORD, signedInStaff, TERMINAL } from '../kit/staff.ts';

// Only its owner may know a password. One that another person set can only be used to replace it.

const OWN = 'nine herons over the lake';
const PATH = '/api/console/me/password';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
beforeEach(() => at.club.owner.query('truncate members.attempt_count'));
afterAll(() => at.close());

async function enter(name: string, password: string, code?: string) {
  const body = { name, password, ...(code === undefined ? {} : { code }) };
  const answer = await call(at.server, '/api/console/session', { body });
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

function change(who: { cookie: string }, oldPassword: string, newPassword = OWN, repeat = newPassword) {
  return at.post(PATH, { oldPassword, newPassword, repeat }, who);
}

/** A staff account that an owner has just created, signed in with the displayed password and code. */
async function newcomer(name: string) {
  const made = await at.post('/api/console/staff', { name, role: 'finance', why: 'begins on Monday' }, at.staff.owner);
  const { password, codeUri } = made.body as { password: string; codeUri: string };
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(codeUri).searchParams.get('secret') ?? '') });
  const code = () => totp.generate({ timestamp: at.club.clock.nowMs() });
  return { name, password, code, ...(await enter(name, password, code())) };
}

describe('a first password', () => {
  test('opens nothing but the call that ends it', async () => {
    const nora = await newcomer('nora');
    expect(nora.status).toBe(201);
    const refused = { status: 403, body: { code: 'password-change-needed' } };
    for (const path of ['/api/console/me', '/api/console/withdrawals', '/api/console/me/sessions']) {
      expect(await at.get(path, nora), path).toMatchObject(refused);
    }
    for (const path of ['/api/console/step-up', '/api/console/me/passkeys/challenge']) {
      expect(await at.post(path, { code: nora.code() }, nora), path).toMatchObject(refused);
    }
    // After any delay, since the change itself asks for the old password.
    await at.at(at.club.clock.nowMs() + 6 * 60_000);
    expect(await change(nora, nora.password)).toMatchObject({ status: 204 });
    expect((await at.get('/api/console/me', nora)).body).toMatchObject({ name: 'nora', role: 'finance' });
    expect((await enter('nora', nora.password, nora.code())).status).toBe(401);
    expect((await enter('nora', OWN, nora.code())).status).toBe(201);
  });

  test('is ended by another one alone, and by who knows it', async () => {
    const nils = await newcomer('nils');
    expect(await change(nils, nils.password, nils.password)).toMatchObject({ body: { code: 'password-weak' } });
    expect(await change(nils, 'a guess at it')).toMatchObject({ status: 403, body: { code: 'old-password-wrong' } });
    expect(await at.get('/api/console/me', nils)).toMatchObject({ body: { code: 'password-change-needed' } });
  });

  test('is one, too, that was made at the terminal', async () => {
    const place = { TERCET_OWNER_URL: at.club.database.ownerUrl, TERCET_KEYS: at.server.keysDir };
    const passwordIn = (lines: string[]) => / with ([\w-]{20})/.exec(lines.join(' '))?.[1] ?? '';
    const first = passwordIn(await clubLines(['staff', 'add', 'nele', 'support'], place));
    const nele = await enter('nele', first);
    expect(await at.get('/api/console/me', nele)).toMatchObject({ body: { code: 'password-change-needed' } });
    expect(await change(nele, first)).toMatchObject({ status: 204 });
    const second = passwordIn(await clubLines(['staff', 'password', 'nele'], place));
    expect(await at.get('/api/console/me', nele)).toMatchObject({ status: 401 });
    expect(await at.get('/api/console/me', await enter('nele', second))).toMatchObject({
      body: { code: 'password-change-needed' },
    });
  });
});

describe('a day after it was made, a first password', () => {
  const HOUR_MS = 3_600_000;
  const over = { status: 403, body: { code: 'first-password-over' } };

  test('opens nothing more, and leaves no session behind with which it is ended; another one is made', async () => {
    const nadja = await newcomer('nadja');
    const madeAt = at.club.clock.nowMs();
    await at.at(madeAt + 24 * HOUR_MS - 60_000);
    const late = await enter('nadja', nadja.password, nadja.code());
    expect(late.status).toBe(201);
    await at.at(madeAt + 24 * HOUR_MS);
    expect((await enter('nadja', nadja.password, nadja.code())).status).toBe(403);
    expect(await change(late, nadja.password)).toMatchObject(over);
    const place = { TERCET_OWNER_URL: at.club.database.ownerUrl, TERCET_KEYS: at.server.keysDir };
    const lines = await clubLines(['staff', 'password', 'nadja'], place);
    expect(lines.join(' ')).toContain('24 hours');
    const second = / with ([\w-]{20})/.exec(lines.join(' '))?.[1] ?? '';
    await at.at(at.club.clock.nowMs() + HOUR_MS);
    const again = await enter('nadja', second, nadja.code());
    expect(await change(again, second)).toMatchObject({ status: 204 });
    // A password chosen by its owner never expires.
    await at.at(at.club.clock.nowMs() + 48 * HOUR_MS);
    expect((await enter('nadja', OWN, nadja.code())).status).toBe(201);
  });

  test('is told to be over to who knows it, and to nobody else', async () => {
    await newcomer('nana');
    await at.at(at.club.clock.nowMs() + 25 * HOUR_MS);
    expect((await enter('nana', 'a guess at it', '000000')).status).toBe(401);
  });
});

describe('changing one’s own', () => {
  test('ends all other sessions, goes on in this one, and stands in the log without a password', async () => {
    const finn = await signedInStaff(at.club, 'finance');
    const other = await enter(finn.name, STAFF_PASSWORD);
    await at.acts();
    expect(await change(finn, STAFF_PASSWORD)).toMatchObject({ status: 204 });
    expect((await at.get('/api/console/me', finn)).status).toBe(200);
    expect((await at.get('/api/console/me', other)).status).toBe(401);
    expect([(await enter(finn.name, STAFF_PASSWORD)).status, (await enter(finn.name, OWN)).status]).toEqual([401, 201]);
    const acts = await at.acts();
    expect(acts[0]).toMatchObject({ act: 'own-password-changed', subject: `staff/${finn.id}` });
    expect(JSON.stringify(acts)).not.toMatch(/herons|lanterns/);
  });

  test('says what is wrong with each field', async () => {
    const finn = await signedInStaff(at.club, 'finance');
    const faults = async (...form: [string, string, string]) => (await change(finn, ...form)).body;
    expect(await faults('', '', '')).toMatchObject({
      code: 'fill-in',
      fields: { oldPassword: 'fill-in', newPassword: 'fill-in', repeat: 'fill-in' },
    });
    expect(await faults(STAFF_PASSWORD, 'heron-lake', 'heron-lake')).toMatchObject({
      fields: { newPassword: 'password-weak' },
    });
    expect(await faults(STAFF_PASSWORD, OWN, `${OWN}s`)).toMatchObject({ fields: { repeat: 'entries-differ' } });
    expect(await faults('not this one', OWN, OWN)).toMatchObject({ fields: { oldPassword: 'old-password-wrong' } });
  });

  test('asks for a proof of presence, and counts wrong passwords as attempts', async () => {
    const finn = await signedInStaff(at.club, 'finance');
    for (let n = 0; n < 5; n++) await change(finn, `guess ${n}`);
    expect(await change(finn, STAFF_PASSWORD)).toMatchObject({ status: 429 });
    await at.club.owner.query('truncate members.attempt_count');
    await at.at(at.club.clock.nowMs() + 5 * 60_000);
    expect(await change(finn, STAFF_PASSWORD)).toMatchObject({ body: { code: 'step-up-needed' } });
  });

  test('of two at once one is done; the other is out', async () => {
    const one = await signedInStaff(at.club, 'finance');
    const two = { cookie: (await enter(one.name, STAFF_PASSWORD)).cookie };
    const answers = await Promise.all([change(one, STAFF_PASSWORD), change(two, STAFF_PASSWORD, `${OWN} 2`)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
  });

  test('is too late once the account was closed, or another password given', async () => {
    const finn = await signedInStaff(at.club, 'finance');
    const greta: SignedInStaff = await signedInStaff(at.club, 'finance');
    await transaction(at.club.db, (tx) => disableStaff(tx, macs, { name: finn.name }, TERMINAL));
    await transaction(at.club.db, (tx) => giveStaffPassword(tx, macs, { name: greta.name }, 'none', TERMINAL));
    expect((await change(finn, STAFF_PASSWORD)).status).toBe(401);
    expect((await change(greta, STAFF_PASSWORD)).status).toBe(401);
  });
});

test('staff of the kit and of a play house, whose passwords are printed, have none to make', async () => {
  const { name } = await addStaff(at.club, 'support');
  const { cookie } = await enter(name, STAFF_PASSWORD);
  expect((await answerOf(await call(at.server, '/api/console/me', { cookie }))).status).toBe(200);
});
