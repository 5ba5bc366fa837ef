import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../src/staff/roles.ts';
import { call } from '../http/server.ts';
import { addStaff, signedInStaff } from '../kit/staff.ts';
import { openConsole, type TestConsole } from './console.ts';

const WHY = 'begins on Monday';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

function codeOf(uri: unknown): string {
  const secret = Secret.fromBase32(new URL(String(uri)).searchParams.get('secret') ?? '');
  return new TOTP({ secret }).generate({ timestamp: at.club.clock.nowMs() });
}

async function enter(name: string, password: unknown, code?: string): Promise<number> {
  const body = { name, password, ...(code === undefined ? {} : { code }) };
  return (await call(at.server, '/api/console/session', { body })).status;
}

describe('an owner', () => {
  test('lets somebody in, who signs in with what is shown once; no secret of it is written down', async () => {
    await at.acts();
    const { status, body } = await at.post(
      '/api/console/staff',
      { name: 'Nora', role: 'content', why: WHY },
      at.staff.owner,
    );
    expect(status).toBe(201);
    expect(body.staff).toMatchObject({ name: 'nora', role: 'content' });
    expect(await enter('nora', body.password)).toBe(401);
    expect(await enter('nora', body.password, codeOf(body.codeUri))).toBe(201);
    const acts = JSON.stringify(await at.acts());
    expect(acts).toContain('staff-created');
    expect(acts).not.toContain(String(body.password));
    const secret = new URL(String(body.codeUri)).searchParams.get('secret') ?? '-';
    expect(acts).not.toContain(secret);
    const list = await at.get('/api/console/staff', at.staff.auditor);
    expect(JSON.stringify(list.body)).not.toMatch(new RegExp(`${secret}|hash|argon`));
    expect(list.body.items).toContainEqual(expect.objectContaining({ name: 'nora', role: 'content', hasCode: true }));
    const again = await at.post('/api/console/staff', { name: 'nora', role: 'support', why: WHY }, at.staff.owner);
    expect(again.body.code).toBe('user-name-taken');
  });

  test('changes the role of another: one account has one role, and the sessions of the old one end', async () => {
    const one = await signedInStaff(at.club, 'support');
    const path = `/api/console/staff/${one.id}/role`;
    expect((await at.post(path, { role: 'finance', why: WHY }, at.staff.owner)).body).toMatchObject({
      role: 'finance',
    });
    expect((await at.get('/api/console/me', one)).status).toBe(401);
    const { rows } = await at.club.owner.query('select role from staff.account where id = $1', [one.id]);
    expect(rows).toEqual([{ role: 'finance' }]);
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'staff-role-changed',
      before: { role: 'support' },
      after: { role: 'finance' },
      why: WHY,
    });
    for (const role of ['king', ['owner', 'finance'], 'support,finance']) {
      expect((await at.post(path, { role, why: WHY }, at.staff.owner)).status).toBe(400);
    }
  });

  test('disables another, and gives them another secret for codes', async () => {
    const one = await signedInStaff(at.club, 'support');
    const reset = await at.post(`/api/console/staff/${one.id}/second-factor`, { why: WHY }, at.staff.owner);
    expect(reset.body.codeUri).toMatch(/^otpauth:/);
    expect((await at.get('/api/console/me', one)).status).toBe(401);
    const path = `/api/console/staff/${one.id}/disable`;
    expect((await at.post(path, { why: WHY }, at.staff.owner)).status).toBe(204);
    expect((await at.post(path, { why: WHY }, at.staff.owner)).status).toBe(404);
    const late = await at.post(`/api/console/staff/${one.id}/role`, { role: 'owner', why: WHY }, at.staff.owner);
    expect(late.status).toBe(404);
  });

  test('does none of it to himself, so that the last owner stays one', async () => {
    const { id } = at.staff.owner;
    for (const [act, body] of [
      ['role', { role: 'finance', why: WHY }],
      ['role', { role: 'owner', why: WHY }],
      ['disable', { why: WHY }],
      ['second-factor', { why: WHY }],
    ] as const) {
      const answer = await at.post(`/api/console/staff/${id}/${act}`, body, at.staff.owner);
      expect(answer, act).toMatchObject({ status: 409, body: { code: 'own-account' } });
    }
    expect((await at.get('/api/console/me', at.staff.owner)).body).toMatchObject({ role: 'owner' });
  });

  test('gives his reason', async () => {
    const one = await addStaff(at.club, 'support');
    for (const [path, body] of [
      ['', { name: 'nobody-yet', role: 'support' }],
      [`/${one.id}/role`, { role: 'content' }],
      [`/${one.id}/disable`, {}],
      [`/${one.id}/second-factor`, {}],
    ] as const) {
      const answer = await at.post(`/api/console/staff${path}`, { ...body, why: ' ' }, at.staff.owner);
      expect(answer.body.code, path).toBe('reason-needed');
    }
  });
});

test('no other role grants anything, not even what it has', async () => {
  const one = await addStaff(at.club, 'support');
  for (const role of ROLES.filter((name) => name !== 'owner')) {
    const who = at.staff[role];
    for (const granted of ROLES) {
      expect((await at.post('/api/console/staff', { name: 'mole', role: granted, why: WHY }, who)).status).toBe(403);
      const path = `/api/console/staff/${one.id}/role`;
      expect((await at.post(path, { role: granted, why: WHY }, who)).status).toBe(403);
    }
  }
});

test('of two owners who put each other out at once, one stays', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const [a, b] = [await signedInStaff(at.club, 'owner'), await signedInStaff(at.club, 'owner')];
    const answers = await Promise.all([
      at.post(`/api/console/staff/${b.id}/disable`, { why: WHY }, a),
      at.post(`/api/console/staff/${a.id}/role`, { role: 'support', why: WHY }, b),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { rows } = await at.club.owner.query(
      `select id from staff.account where id = any ($1) and role = 'owner' and disabled_at is null`,
      [[a.id, b.id]],
    );
    expect(rows).toHaveLength(1);
  }
});
