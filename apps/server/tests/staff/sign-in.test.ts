import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStaff } from '../../src/app/staff.ts';
import { type FieldCipher, loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { transaction } from '../../src/db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/durations.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { createStaff, disableStaff, giveStaffCode, giveStaffPassword } from '../../src/staff/accounts.ts';
import type { StaffDeps } from '../../src/staff/deps.ts';
import { identifyStaff, type StaffIdentity } from '../../src/staff/sessions.ts';
import { signInStaff } from '../../src/staff/sign-in.ts';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { macs } from '../kit/macs.ts';
import { withoutId } from '../kit/problem.ts';
import { addStaff, rewriteAccount, rewriteSessions, STAFF_PASSWORD, signedInStaff, TERMINAL } from '../kit/staff.ts';

const STEP_MS = 30_000;

let club: Club;
let server: TestServer;
let cipher: FieldCipher;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
  cipher = await loadFieldCipher(server.keysDir);
});
beforeEach(() => club.owner.query('truncate members.attempt_count'));
afterAll(async () => {
  await server.stop();
  await club.close();
});

interface Form {
  name: string;
  password?: string;
  code?: string;
}

function enter({ name, password = STAFF_PASSWORD, code }: Form): Promise<Response> {
  const body = { name, password, ...(code === undefined ? {} : { code }) };
  return call(server, '/api/console/session', { body });
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { code: string }).code;
}

async function cookieOf(answer: Promise<Response>): Promise<string> {
  const { headers, status } = await answer;
  expect(status).toBe(201);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function me(cookie: string): Promise<number> {
  return (await call(server, '/api/console/me', { cookie })).status;
}

/** Gives a staff account a TOTP secret, as stored on the phone. */
async function phoneOf(staff: StaffIdentity) {
  const uri = await transaction(club.db, (tx) => giveStaffCode(tx, { macs, cipher }, { name: staff.name }, TERMINAL));
  const secret = Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  const totp = new TOTP({ issuer: 'Tercet', label: staff.name, secret });
  return { uri, secret, codeAt: (ms: number) => totp.generate({ timestamp: ms }) };
}

describe('signing in', () => {
  test('gives a session in a cookie that scripts and other sites do not get, and stands in the log', async () => {
    const finn = await addStaff(club, 'finance');
    const answer = await enter({ name: ` ${finn.name.toUpperCase()} ` });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ staff: finn });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^tercet-staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const token = cookie.slice(13, 56);
    const mine = await call(server, '/api/console/me', { cookie: `tercet-staff=${token}` });
    expect(await mine.json()).toMatchObject(finn);
    const { rows } = await club.owner.query(
      'select encode(token_hash, $2) as h from staff.session where staff_id = $1',
      [finn.id, 'escape'],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].h).not.toContain(token);
    const log = await club.owner.query('select act from audit.entry where staff_id = $1', [finn.id]);
    expect(log.rows).toEqual([{ act: 'sign-in' }]);
  });

  test('over TLS takes a cookie for this host alone', async () => {
    const secure = await openServer(club, { origins: ['https://club.example'] });
    const sara = await addStaff(club, 'support');
    const answer = await call(secure, '/api/console/session', {
      body: { name: sara.name, password: STAFF_PASSWORD },
      headers: { origin: 'https://club.example' },
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-tercet-staff=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    await secure.stop();
  });

  test('says the same of a wrong name, a wrong password and an account that is disabled', async () => {
    const gone = await addStaff(club, 'support');
    await transaction(club.db, (tx) => disableStaff(tx, macs, { name: gone.name }, TERMINAL));
    const here = await addStaff(club, 'support');
    const answers = await Promise.all([
      enter({ name: 'nobody-here' }),
      enter({ name: here.name, password: 'not this one at all' }),
      enter({ name: gone.name }),
      enter({ name: "' or 1=1 --" }),
    ]);
    const texts = await Promise.all(answers.map(async (answer) => withoutId(await answer.text())));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect([...new Set(texts)]).toEqual([expect.stringContaining('wrong-credentials')]);
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  });

  test.each([
    [
      { name: '', password: '' },
      { name: 'fill-in', password: 'fill-in' },
    ],
    [{ name: 'x', password: '' }, { password: 'fill-in' }],
  ])('%j: fill in', async (form, fields) => {
    const answer = await enter(form);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'fill-in', fields });
  });

  test('takes a name once', async () => {
    const first = await addStaff(club, 'finance');
    const again = { name: first.name.toUpperCase(), role: 'owner', passwordHash: 'x', passwordGiven: false } as const;
    const add = (name: string) => transaction(club.db, (tx) => createStaff(tx, macs, { ...again, name }, TERMINAL));
    expect(await add(again.name)).toBeNull();
    await expect(add('Ж')).rejects.toThrow('name-bad');
  });
});

describe('a session', () => {
  test('ends after a quarter of an hour without use, and lives while it is used', async () => {
    const { cookie } = await signedInStaff(club, 'support');
    for (let turn = 0; turn < 3; turn++) {
      await club.at(club.clock.nowMs() + 14 * MINUTE_MS);
      expect(await me(cookie)).toBe(200);
    }
    await club.at(club.clock.nowMs() + 15 * MINUTE_MS);
    expect(await me(cookie)).toBe(401);
    expect(await me(cookie), 'asking does not revive it').toBe(401);
  });

  test('ends after twelve hours, however much it is used', async () => {
    const { cookie, id } = await signedInStaff(club, 'support');
    const startMs = club.clock.nowMs();
    for (let ms = 12 * MINUTE_MS; ms < 12 * HOUR_MS; ms += 12 * MINUTE_MS) {
      await club.at(startMs + ms);
      expect(await me(cookie)).toBe(200);
    }
    await club.at(startMs + 12 * HOUR_MS - 1);
    expect(await me(cookie)).toBe(200);
    const { rows } = await club.owner.query(
      'select idle_until <= expires_at as is_within from staff.session where staff_id = $1',
      [id],
    );
    expect(rows).toEqual([{ is_within: true }]);
    await rewriteSessions(club, id, ({ expires_at }) => ({ idle_until: new Date(expires_at.getTime() + HOUR_MS) }));
    await club.at(startMs + 12 * HOUR_MS);
    expect(await me(cookie)).toBe(401);
  });

  test('ends by signing out, alone', async () => {
    const ada = await addStaff(club, 'auditor');
    const [one, two] = [await cookieOf(enter({ name: ada.name })), await cookieOf(enter({ name: ada.name }))];
    const answer = await call(server, '/api/console/session', { method: 'DELETE', cookie: one });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^tercet-staff=; .*SameSite=Strict/);
    expect([await me(one), await me(two)]).toEqual([401, 200]);
    const log = await club.owner.query('select act from audit.entry where staff_id = $1 order by seq', [ada.id]);
    expect(log.rows.map(({ act }) => act)).toEqual(['sign-in', 'sign-in', 'sign-out']);
  });

  test('ends with the account, and with the password that it was begun with', async () => {
    const [fired, changed] = [await addStaff(club, 'owner'), await addStaff(club, 'owner')];
    const cookies = [await cookieOf(enter({ name: fired.name })), await cookieOf(enter({ name: changed.name }))];
    await transaction(club.db, (tx) => disableStaff(tx, macs, { name: fired.name }, TERMINAL));
    await transaction(club.db, (tx) => giveStaffPassword(tx, macs, { name: changed.name }, 'none', TERMINAL));
    expect(await Promise.all(cookies.map(me))).toEqual([401, 401]);
    expect((await enter({ name: fired.name })).status).toBe(401);
    const open = 'select 1 from staff.session where staff_id = any ($1) and ended_at is null';
    expect((await club.owner.query(open, [[fired.id, changed.id]])).rows).toEqual([]);
    await expect(transaction(club.db, (tx) => disableStaff(tx, macs, { name: fired.name }, TERMINAL))).rejects.toThrow(
      'not-found',
    );
  });

  test('takes a new role with the next call', async () => {
    const { cookie, id } = await signedInStaff(club, 'support');
    expect((await call(server, '/api/console/audit', { cookie })).status).toBe(403);
    await rewriteAccount(club, id, { role: 'auditor' });
    expect((await call(server, '/api/console/audit', { cookie })).status).toBe(200);
  });

  test('that is disabled between the password and the session is none', async () => {
    const slow = await addStaff(club, 'support');
    const real = createPasswords();
    const deps: StaffDeps = {
      ...openStaff(club.api, { mode: 'play' }, real, { cipher, macs }),
      passwords: {
        hash: real.hash,
        async matches(password, stored) {
          await transaction(club.db, (tx) => disableStaff(tx, macs, { name: slow.name }, TERMINAL));
          return real.matches(password, stored);
        },
      },
    };
    const entering = signInStaff(deps, { name: slow.name, password: STAFF_PASSWORD }, '192.0.2.1', async () => {});
    await expect(entering).rejects.toThrow('wrong-credentials');
    const { rows } = await club.owner.query('select 1 from staff.session where staff_id = $1', [slow.id]);
    expect(rows).toEqual([]);
  });
});

describe('a one-time code', () => {
  test('is asked for behind the right password, where there is one', async () => {
    const olga = await addStaff(club, 'owner');
    const { codeAt } = await phoneOf(olga);
    const code = codeAt(club.clock.nowMs());
    expect(await codeOf(await enter({ name: olga.name, password: 'wrong', code }))).toBe('wrong-credentials');
    expect(await codeOf(await enter({ name: olga.name }))).toBe('code-wrong');
    expect(await codeOf(await enter({ name: olga.name, code: '' }))).toBe('code-wrong');
    expect(await codeOf(await enter({ name: olga.name, code: codeAt(club.clock.nowMs() + HOUR_MS) }))).toBe(
      'code-wrong',
    );
    expect((await enter({ name: olga.name, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(201);
  });

  test('is good once, also where two bring it at once', async () => {
    const greta = await addStaff(club, 'finance');
    const { codeAt } = await phoneOf(greta);
    const code = codeAt(club.clock.nowMs());
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter({ name: greta.name, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401]);
    expect((await enter({ name: greta.name, code })).status).toBe(401);
    await club.at(club.clock.nowMs() + STEP_MS);
    expect((await enter({ name: greta.name, code: codeAt(club.clock.nowMs()) })).status).toBe(201);
  });

  test('is taken one step early or late, and no step is taken behind a later one', async () => {
    const sara = await addStaff(club, 'support');
    const { codeAt } = await phoneOf(sara);
    const nowMs = club.clock.nowMs();
    const at = (steps: number) => ({ name: sara.name, code: codeAt(nowMs + steps * STEP_MS) });
    expect((await enter(at(-2))).status).toBe(401);
    expect((await enter(at(2))).status).toBe(401);
    expect((await enter(at(-1))).status).toBe(201);
    expect((await enter(at(1))).status).toBe(201);
    expect((await enter(at(0))).status).toBe(401);
  });

  test('lies encrypted: the database alone cannot make one, nor lend one account’s to another', async () => {
    const [finn, greta] = [await addStaff(club, 'finance'), await addStaff(club, 'finance')];
    const { secret, codeAt } = await phoneOf(finn);
    await phoneOf(greta);
    const { rows } = await club.owner.query('select totp, totp_key_id from staff.account where id = $1', [finn.id]);
    expect(rows[0].totp.includes(Buffer.from(secret.buffer))).toBe(false);
    expect(rows[0].totp.toString('latin1')).not.toContain(secret.base32);
    // Even with a valid MAC for the copied row.
    await rewriteAccount(club, greta.id, { totp: rows[0].totp, totp_key_id: rows[0].totp_key_id });
    const forged = await enter({ name: greta.name, code: codeAt(club.clock.nowMs()) });
    expect(forged.status).toBe(500);
    expect(forged.headers.getSetCookie()).toEqual([]);
  });

  test('is required of everyone where play is for money', async () => {
    const olga = await addStaff(club, 'owner');
    const deps = openStaff(club.api, { mode: 'live' }, createPasswords(), { cipher, macs });
    const enterLive = (code?: string) =>
      signInStaff(deps, { name: olga.name, password: STAFF_PASSWORD, code }, '192.0.2.1', async () => {});
    await expect(enterLive()).rejects.toThrow('code-wrong');
    await expect(enterLive('000000')).rejects.toThrow('code-wrong');
    const { codeAt } = await phoneOf(olga);
    await expect(enterLive()).rejects.toThrow('code-wrong');
    const { token } = await enterLive(codeAt(club.clock.nowMs()));
    expect(await identifyStaff(club.db, macs, token)).toMatchObject(olga);
  });
});

describe('guessing', () => {
  test('passwords of one account ends after five, also of 60 at once, and opens again by itself', async () => {
    const ada = await addStaff(club, 'auditor');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => enter({ name: ada.name, password: `guess number ${n}` })),
    );
    const looked = answers.filter(({ status }) => status === 401).length;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - looked);
    expect(await codeOf(await enter({ name: ada.name }))).toBe('throttled');
    await club.at(club.clock.nowMs() + 15 * MINUTE_MS + 1_000);
    expect((await enter({ name: ada.name })).status).toBe(201);
  });

  test('codes counts the same: five, and the right one is not looked at either', async () => {
    const olga = await addStaff(club, 'owner');
    const { codeAt } = await phoneOf(olga);
    for (let n = 0; n < 5; n++) {
      expect(await codeOf(await enter({ name: olga.name, code: String(100_000 + n) }))).toBe('code-wrong');
    }
    expect(await codeOf(await enter({ name: olga.name, code: codeAt(club.clock.nowMs()) }))).toBe('throttled');
  });

  test('is counted apart from members: a name of both locks neither for the other', async () => {
    const sara = await addStaff(club, 'support', 'both');
    for (let n = 0; n < 6; n++) {
      await call(server, '/api/session', { body: { userName: 'both', password: 'wrong' } });
    }
    expect((await enter({ name: sara.name })).status).toBe(201);
  });
});
