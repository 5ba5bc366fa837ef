import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clockNow } from '../../src/db/clock.ts';
import { newId } from '../../src/db/ids.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { countForged } from '../../src/staff/forged-rows.ts';
import type { StaffIdentity } from '../../src/staff/sessions.ts';
import { newStaffToken } from '../../src/staff/tokens.ts';
import { openConsole, type TestConsole } from '../console/console.ts';
import { clubLines } from '../kit/club-command.ts';
import { macs } from '../kit/macs.ts';
import { STAFF_PASSWORD } from '../kit/staff.ts';

// Staff rows that an attacker writes with a database password, even the owner's, but without the keys folder. None of
// them is accepted.

const NO_ROWS = { 'staff.account': 0, 'staff.session': 0, 'staff.passkey': 0, 'staff.proposal': 0 };

let console: TestConsole;
beforeAll(async () => {
  console = await openConsole();
});
afterAll(() => console.close());

const forged = () => countForged(console.club.api, macs);
const owner = (text: string, values: unknown[] = []) => console.club.owner.query(text, values);
const signIn = (name: string) => console.post('/api/console/session', { name, password: STAFF_PASSWORD });
const me = async (cookie: string) => (await console.get('/api/console/me', { cookie })).status;
const place = () => ({
  TERCET_OWNER_URL: console.club.database.ownerUrl,
  TERCET_KEYS: console.server.keysDir,
});
const MADE_UP = `7e577e57:${Buffer.alloc(32, 1).toString('base64url')}`;

async function insertAccount(name: string, role: string, mac: string | null): Promise<StaffIdentity> {
  const id = newId();
  const passwordHash = await createPasswords().hash(STAFF_PASSWORD);
  await owner(
    `insert into staff.account (id, name, role, password_hash, password_given, created_at, act_seq, mac)
     values ($1, $2, $3, $4, false, clock.now() - interval '30 days', -1, $5)`,
    [id, name, role, passwordHash, mac],
  );
  return { id, name, role: role as StaffIdentity['role'] };
}

/** Inserts a session with the API's role, by the server's function. */
async function insertSession(staffId: string, mac: string | null): Promise<string> {
  const { token, tokenHash } = newStaffToken();
  await console.club.pool.query(
    `select staff.start_session($1, $2, '192.0.2.66', clock.now(), clock.now() + interval '30 minutes',
       clock.now() + interval '12 hours', clock.now(), $3)`,
    [tokenHash, staffId, mac],
  );
  return `tercet-staff=${token}`;
}

describe('an account', () => {
  test('that somebody inserts opens nothing, and is shown at the terminal as what it is', async () => {
    const { finance } = console.staff;
    const { rows } = await owner('select mac from staff.account where id = $1', [finance.id]);
    const made = [
      await insertAccount('eve-without', 'finance', null),
      await insertAccount('eve-made-up', 'owner', MADE_UP),
      await insertAccount('eve-copied', 'finance', rows[0].mac),
    ];
    for (const { id, name } of made) {
      expect([name, (await signIn(name)).status]).toEqual([name, 401]);
      // Nor with a session that the server created.
      const { token, tokenHash } = newStaffToken();
      const now = await clockNow(console.club.db);
      const later = new Date(now.getTime() + 60_000);
      const row = { token_hash: tokenHash, staff_id: id, created_at: now, idle_until: later, expires_at: later };
      const session = { ...row, proved_at: now, address: '192.0.2.66' };
      await console.club.db
        .insertInto('staff.session')
        .values({ ...session, mac: macs.of('staff.session', session) })
        .execute();
      expect([name, await me(`tercet-staff=${token}`)]).toEqual([name, 401]);
      await owner('delete from staff.session where token_hash = $1', [tokenHash]);
    }
    expect(await forged()).toEqual({ ...NO_ROWS, 'staff.account': 3 });
    const { body } = await console.get('/api/console/staff', console.staff.owner);
    expect(body.items?.length).toBeGreaterThan(4);
    expect(body.items?.filter(({ name }) => String(name).startsWith('eve-'))).toEqual([]);
    const lines = (await clubLines(['staff', 'list'], place())).filter((line) => line.startsWith('eve-'));
    expect(lines).toEqual(made.map(() => expect.stringContaining('invalid MAC')));
    await owner(`delete from staff.account where name like 'eve-%'`);
    expect(await forged()).toEqual(NO_ROWS);
  });

  test('is written by the API’s role neither directly nor, without an owner’s live session, by the function', async () => {
    const { rows } = await owner('select to_jsonb(a) as row from staff.account a where id = $1', [
      console.staff.finance.id,
    ]);
    const { rows: heads } = await owner('select size from audit.head');
    const id = newId();
    const account = { ...rows[0].row, id, name: 'mallory', act_seq: heads[0].size, handed_by: console.staff.owner.id };
    const staff = { id: console.staff.owner.id, name: console.staff.owner.name, role: 'owner' };
    const body = { seq: heads[0].size, at: await clockNow(console.club.db), staff, act: 'staff-created' };
    const act = JSON.stringify({ ...body, subject: `staff/${id}` });
    const { pool } = console.club;
    await expect(pool.query('insert into staff.account select * from staff.account')).rejects.toThrow(
      'permission denied',
    );
    for (const session of [null, Buffer.alloc(32)])
      await expect(
        pool.query('select staff.write_account($1, $2, $3)', [JSON.stringify(account), session, act]),
      ).rejects.toThrow('nobody who is signed in');
    await expect(pool.query('select audit.append($1)', [act])).rejects.toThrow('written with an account');
    // An owner's session without proof of presence, or an act without a description.
    const own = await owner(
      'select token_hash, proved_at from staff.session where staff_id = $1 and ended_at is null',
      [console.staff.owner.id],
    );
    const [{ token_hash: live, proved_at: proved }] = own.rows;
    const prove = (at: Date | null) =>
      owner('update staff.session set proved_at = $2 where token_hash = $1', [live, at]);
    const write = (text: string) =>
      pool.query('select staff.write_account($1, $2, $3)', [JSON.stringify(account), live, text]);
    await prove(null);
    await expect(write(act)).rejects.toThrow('an owner who proved');
    await prove(proved);
    const silent = JSON.stringify({ ...body, act: null, subject: `staff/${id}` });
    await expect(write(silent)).rejects.toThrow('not about this account');
  });

  test('that is put back as it was counts for nothing: the log has a newer act of it', async () => {
    const one = await console.add('support');
    const { rows } = await owner('select * from staff.account where id = $1', [one.id]);
    const disabled = await console.post(
      `/api/console/staff/${one.id}/disable`,
      { why: 'left the house' },
      console.staff.owner,
    );
    expect(disabled.status).toBe(204);
    await owner('update staff.account set disabled_at = null, act_seq = $2, mac = $3 where id = $1', [
      one.id,
      rows[0].act_seq,
      rows[0].mac,
    ]);
    expect((await signIn(one.name)).status).toBe(401);
    expect(await forged()).toEqual({ ...NO_ROWS, 'staff.account': 1 });
    await owner('delete from staff.session where staff_id = $1', [one.id]);
    await owner('delete from staff.account where id = $1', [one.id]);
  });
});

test('a session of somebody’s making is none, and one that is stretched ends', async () => {
  const { finance } = console.staff;
  const { rows } = await owner('select mac from staff.session where staff_id = $1 and ended_at is null', [finance.id]);
  for (const mac of [null, MADE_UP, rows[0].mac]) expect(await me(await insertSession(finance.id, mac))).toBe(401);
  expect(await forged()).toEqual({ ...NO_ROWS, 'staff.session': 3 });
  const other = await console.add('finance');
  expect(await me(other.cookie)).toBe(200);
  await owner(`update staff.session set proved_at = clock.now() + interval '1 hour' where staff_id = $1`, [other.id]);
  expect(await me(other.cookie)).toBe(401);
  expect(await forged()).toEqual({ ...NO_ROWS, 'staff.session': 4 });
});

test('a passkey of somebody’s making, and a proposal, count for nothing until they are swept away', async () => {
  const { finance, owner: boss } = console.staff;
  await owner(
    `insert into staff.passkey (id, staff_id, credential_id, public_key, counter, transports, name, created_at, mac)
     values ($1, $2, $3, $3, 0, '{}', 'eve', clock.now(), $4)`,
    [newId(), finance.id, Buffer.alloc(16, 9), MADE_UP],
  );
  const id = newId();
  const proposal = { id, what: 'service-url', subject: 'house', body: { url: 'https://eve.example' }, why: 'so' };
  await console.club.pool.query('select staff.propose($1)', [
    JSON.stringify({ ...proposal, proposed_by: boss.id, proposed_at: await clockNow(console.club.db), mac: MADE_UP }),
  ]);
  expect((await console.get(`/api/console/proposals/${id}`, finance)).status).toBe(404);
  const second = await console.add('owner');
  expect((await console.post(`/api/console/proposals/${id}/confirm`, { why: 'fine by me' }, second)).status).toBe(404);
  expect(await forged()).toMatchObject({ 'staff.passkey': 1, 'staff.proposal': 1 });
  await clubLines(['staff', 'sweep'], place());
  expect(await forged()).toEqual(NO_ROWS);
  expect((await console.acts()).at(-1)).toMatchObject({ act: 'forged-rows-swept', after: { 'staff.proposal': 1 } });
});

test('a proposal that somebody marks as confirmed is not', async () => {
  const { owner: boss } = console.staff;
  const made = await console.post(
    '/api/console/service/url',
    { url: 'https://help.example/', why: 'a new page' },
    boss,
  );
  const { rows } = await owner('select id from staff.proposal where decision is null');
  expect([made.status, rows.length]).toEqual([201, 1]);
  await console.club.pool.query(`select staff.decide($1, 'confirmed', $2, clock.now(), 'so', $3)`, [
    rows[0].id,
    console.staff.finance.id,
    MADE_UP,
  ]);
  expect((await console.get(`/api/console/proposals/${rows[0].id}`, boss)).status).toBe(404);
});
