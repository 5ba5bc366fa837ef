import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSecurityLog } from '../../src/http/security-log.ts';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { Refusal } from '../../src/refusal.ts';
import { type Call, call } from '../http/server.ts';
import { STAFF_PASSWORD } from '../kit/staff.ts';
import { type Ground, openGround, PASSWORD } from './ground.ts';
import { type ApiProcess, startProcess } from './process.ts';

// The log records refusals and sign-ins with address and account, at any log level.

let ground: Ground;
let api: ApiProcess;
beforeAll(async () => {
  ground = await openGround();
  // All other lines below `error` are suppressed.
  api = await startProcess(ground.club, ground.server.keysDir, { TERCET_LOG: 'error' });
}, 120_000);
afterAll(async () => {
  await api.stop();
  await ground.close();
});

let from = 0;
/** Each test has its own network. */
let address = '';
beforeEach(() => {
  from += 1;
  address = `203.0.113.${from}`;
});

/** Log lines about calls from this address once there are `count`, without the logger's own fields. */
async function written(count: number): Promise<Record<string, unknown>[]> {
  const found = () => api.lines().filter((line) => line.address === address);
  await vi.waitUntil(() => found().length >= count, 20_000);
  return found().map(({ level: _l, time: _t, pid: _p, hostname: _h, msg: _m, address: _a, ...line }) => line);
}

function ask(path: string, options: Call = {}): Promise<Response> {
  return call(api, path, { ...options, headers: { 'x-forwarded-for': address, ...options.headers } });
}

async function userNameOf(memberId: string): Promise<string> {
  const { rows } = await ground.club.owner.query('select user_name from members.member where member_id = $1', [
    memberId,
  ]);
  return rows[0].user_name;
}

async function memberOf(cookie: string | null): Promise<{ id: string; userName: string }> {
  const me = (await (await ask('/api/me', { cookie: cookie ?? '' })).json()) as { id: string };
  return { id: me.id, userName: await userNameOf(me.id) };
}

describe('a right that is refused', () => {
  test('says which call, who asked in which part, and why', async () => {
    const support = (await ground.cookieOf('support')) ?? '';
    const restricted = (await ground.cookieOf('restricted')) ?? '';
    const { id } = await memberOf(restricted);
    await ask(`/api/console/members/${randomUUID()}/closure`, { body: {}, cookie: support });
    await ask('/api/me/invites', { cookie: restricted });
    await ask('/api/console/audit');
    await ask('/api/me', { cookie: `tercet=${'A'.repeat(64)}` });
    await ask('/api/session', { body: {}, headers: { origin: 'https://evil.example' } });
    const lines = await written(5);
    expect(lines.slice(0, 5)).toEqual([
      {
        event: 'refused',
        code: 'forbidden',
        method: 'POST',
        route: '/api/console/members/:memberId/closure',
        caller: { kind: 'staff', id: expect.any(String), role: 'support' },
      },
      {
        event: 'refused',
        code: 'suspended',
        method: 'GET',
        route: '/api/me/invites',
        caller: { kind: 'restricted', id },
      },
      {
        event: 'refused',
        code: 'signed-out',
        method: 'GET',
        route: '/api/console/audit',
        caller: { kind: 'visitor', id: null },
      },
      {
        event: 'refused',
        code: 'signed-out',
        method: 'GET',
        route: '/api/me',
        caller: { kind: 'visitor', id: null },
      },
      {
        event: 'sign-in-failed',
        code: 'forbidden-origin',
        method: 'POST',
        route: '/api/session',
        caller: { kind: 'visitor', id: null },
      },
    ]);
  });

  test('is none where a page only asks whether somebody is signed in', async () => {
    await ask('/api/me');
    await ask('/api/console/audit');
    expect(await written(1)).toMatchObject([{ route: '/api/console/audit' }]);
  });

  test('of a flood is written thirty times a minute, and the rest is counted', () => {
    let nowMs = 0;
    const lines: { event?: string; count?: number }[] = [];
    const log = createSecurityLog(
      { info: (line: unknown) => void lines.push(line as object) },
      { nowMs: () => nowMs, perMinuteMax: 100 },
    );
    const flood = (ip: string, times: number) => {
      for (let n = 0; n < times; n++) log.refused(requestFrom(ip), new Refusal('forbidden'));
    };
    flood('198.51.100.1', 1_000);
    expect(lines).toHaveLength(30);
    // All addresses of a network count as one.
    for (let n = 0; n < 40; n++) flood(`2001:db8::${n}`, 1);
    expect(lines).toHaveLength(60);
    for (let n = 0; n < 200; n++) flood(`198.51.101.${n}`, 1);
    expect(lines).toHaveLength(100);
    nowMs = 60_000;
    flood('198.51.100.1', 1);
    expect(lines.slice(100)).toMatchObject([
      { event: 'refused-left-out', count: 970 + 10 + 160 },
      { event: 'refused' },
    ]);
  });
});

function requestFrom(ip: string): FastifyRequest {
  const routeOptions = { url: '/api/me', config: { access: 'member' } };
  const request = {
    method: 'GET',
    ip,
    headers: {},
    meant: null,
    identity: null,
    staff: null,
    is404: false,
    routeOptions,
  };
  return request as unknown as FastifyRequest;
}

describe('a proof of who somebody is', () => {
  test('stands there with the member, failed or not, from signing in to signing out', async () => {
    const { id, userName } = await memberOf(await ground.cookieOf('member'));
    const visitor = { kind: 'visitor', id: null };
    await ask('/api/session', { body: { userName, password: 'not this one' } });
    await ask('/api/session', { body: { userName: 'nobody-at-all', password: PASSWORD } });
    const answer = await ask('/api/session', { body: { userName, password: PASSWORD } });
    const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    await ask('/api/recover', {
      body: { userName, recoveryCode: 'AAAA-BBBB-CCCC-DDDD', newPassword: `${PASSWORD} 2` },
    });
    const change = { oldPassword: 'not this one', newPassword: `${PASSWORD} 2`, repeat: `${PASSWORD} 2` };
    await ask('/api/me/login-password', { body: change, cookie });
    // An incomplete form is no failed proof and is not logged.
    await ask('/api/recover', { body: { userName, recoveryCode: '', newPassword: `${PASSWORD} 2` } });
    await ask('/api/members', {
      body: {
        userName: 'a-new-name',
        password: `${PASSWORD} 2`,
        inviteCode: 'AAAA-BBBB',
        birthDate: '1980-01-01',
        agreementVersion: CURRENT_AGREEMENT,
        accepted: ['terms', 'rules', 'privacy'],
      },
    });
    await ask('/api/session', { method: 'DELETE', cookie });
    await ask('/api/session', { method: 'DELETE' });
    const at = { method: 'POST', route: '/api/session' };
    expect(await written(7)).toEqual([
      { event: 'sign-in-failed', code: 'wrong-credentials', ...at, caller: visitor, meant: id },
      { event: 'sign-in-failed', code: 'wrong-credentials', ...at, caller: visitor },
      { event: 'sign-in', ...at, caller: visitor, meant: id },
      {
        event: 'recovery-failed',
        code: 'recovery-bad',
        method: 'POST',
        route: '/api/recover',
        caller: visitor,
        meant: id,
      },
      {
        event: 'login-password-failed',
        code: 'old-password-wrong',
        method: 'POST',
        route: '/api/me/login-password',
        caller: { kind: 'member', id },
      },
      { event: 'joining-failed', code: 'invite-bad', method: 'POST', route: '/api/members', caller: visitor },
      { event: 'sign-out', method: 'DELETE', route: '/api/session', caller: { kind: 'member', id } },
    ]);
  });

  test('holds nothing of what was typed', async () => {
    const { userName } = await memberOf(await ground.cookieOf('member'));
    await ask('/api/session', { body: { userName, password: 'a secret by itself' } });
    await ask('/api/session', { body: { userName: 'a secret as a name', password: PASSWORD } });
    await ask('/api/console/session', { body: { name: 'a-secret-as-a-name', password: STAFF_PASSWORD } });
    await written(3);
    for (const typed of ['a secret', 'a-secret', PASSWORD, STAFF_PASSWORD, userName])
      expect(api.log()).not.toContain(typed);
    expect(api.log()).not.toMatch(/tercet(-staff)?=/);
  });
});
