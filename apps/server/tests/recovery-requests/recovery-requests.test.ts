import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { notifyRecoveries } from '../../src/jobs/notify-recoveries.ts';
import { call, signIn } from '../http/server.ts';
import { FINANCE_PASSWORD, REAL_NAME } from '../kit/persons.ts';
import { signedInStaff } from '../kit/staff.ts';
import {
  ask,
  byStaff,
  closeDesk,
  club,
  codeOf,
  decide,
  idOf,
  type Key,
  later,
  member,
  messagesOf,
  NEW,
  OLD,
  openDesk,
  opened,
  recovered,
  seen,
  server,
  setPassword,
  signInWith,
  stop,
} from './desk.ts';

beforeAll(openDesk);
beforeEach(async () => {
  await club.db.deleteFrom('members.attempt_count').execute();
});
afterAll(closeDesk);

describe('a request for a new password', () => {
  test('sets one after support’s yes and 24 hours, once, and ends all sessions', async () => {
    const { who, key, answer } = await recovered();
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect((await call(server, '/api/me', { cookie: who.cookie })).status).toBe(401);
    expect((await signInWith(who, OLD)).status).toBe(401);
    expect((await signInWith(who, NEW)).status).toBe(201);
    expect(await codeOf(await setPassword(key, 'a third lantern'))).toBe('recovery-closed');
    expect(await messagesOf(who)).toEqual(['recovery-requested', 'recovery-approved', 'password-recovered']);
    expect((await seen(key)).recovery?.state).toBe('done');
  });

  test('sets none before the 24 hours, nor before support’s yes', async () => {
    const who = await member();
    const key = await opened(who.userName);
    expect(await codeOf(await setPassword(key))).toBe('recovery-not-ready');
    await later(2 * DAY_MS);
    expect(await codeOf(await setPassword(key))).toBe('recovery-not-ready');
    const early = await opened(who.userName);
    expect(await codeOf(await decide(early, true))).toBe('done');
    await later(DAY_MS - HOUR_MS);
    expect(await codeOf(await setPassword(early))).toBe('recovery-not-ready');
    expect((await signInWith(who, OLD)).status).toBe(201);
  });

  test('counts the 24 hours from the message to the member, which is support’s approval at the latest', async () => {
    const who = await member();
    const answer = await ask(who.userName);
    const key = (await answer.json()) as Key;
    await later(2 * DAY_MS);
    expect(await codeOf(await decide(key, true))).toBe('done');
    expect(await messagesOf(who)).toEqual(['recovery-approved']);
    expect(await codeOf(await setPassword(key))).toBe('recovery-not-ready');
    await notifyRecoveries(club.jobs);
    await later(DAY_MS - HOUR_MS);
    expect(await codeOf(await setPassword(key))).toBe('recovery-not-ready');
    await later(HOUR_MS);
    expect(await codeOf(await setPassword(key))).toBe('done');
    expect(await messagesOf(who)).toEqual(['recovery-approved', 'password-recovered']);
  });

  test('of many at once sets one password', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    await later(DAY_MS);
    const codes = await Promise.all([1, 2, 3, 4].map(async (n) => codeOf(await setPassword(key, `${NEW} ${n}`))));
    expect(codes.sort()).toEqual(['done', 'recovery-closed', 'recovery-closed', 'recovery-closed']);
  });

  test('refuses a weak password and stays open', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    await later(DAY_MS);
    for (const [weak, code] of [
      ['', 'fill-in'],
      ['short', 'password-weak'],
      [who.userName, 'password-weak'],
    ] as const) {
      expect(await codeOf(await setPassword(key, weak))).toBe(code);
    }
    expect(await codeOf(await setPassword(key))).toBe('done');
  });

  test('ends after 30 days', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    await later(30 * DAY_MS);
    expect((await seen(key)).recovery?.state).toBe('expired');
    expect(await codeOf(await setPassword(key))).toBe('recovery-closed');
  });

  test('does not end a suspension', async () => {
    const who = await member();
    const { cookie } = await signedInStaff(club, 'support');
    const suspension = { why: 'an open question about the account', untilMs: club.clock.nowMs() + 9 * DAY_MS };
    const path = `/api/console/members/${who.memberId}/suspension`;
    const suspended = await call(server, path, { body: suspension, cookie });
    expect(suspended.status).toBeLessThan(300);
    const key = await opened(who.userName);
    await decide(key, true);
    await later(DAY_MS);
    expect(await codeOf(await setPassword(key))).toBe('done');
    const signedIn = (await (await signInWith(who, NEW)).json()) as { member: { restricted?: boolean } };
    expect(signedIn.member).toMatchObject({ restricted: true });
  });
});

describe('support', () => {
  test('sees what was given compared with the account, and not the values of the account', async () => {
    const who = await member();
    const key = await opened(who.userName, { realName: 'Somebody Else', payeeDigits: '5500 0000 1111 3000' });
    const read = (await (await byStaff(`/${await idOf(key)}`)).json()) as { recovery: object };
    expect(read.recovery).toMatchObject({
      state: 'waiting',
      memberId: who.memberId,
      matches: { realName: 'different', payeeDigits: 'same' },
      account: { userName: who.userName },
    });
    expect(JSON.stringify(read)).not.toContain(REAL_NAME);
  });

  test('approves no request without an account, and decides once', async () => {
    const nobody = await opened('nobody-of-that-name');
    expect(await codeOf(await decide(nobody, true))).toBe('not-found');
    expect(await codeOf(await decide(nobody, false))).toBe('done');
    const who = await member();
    const key = await opened(who.userName);
    expect(await codeOf(await decide(key, false))).toBe('done');
    expect(await codeOf(await decide(key, true))).toBe('too-late');
    await later(DAY_MS);
    expect(await codeOf(await setPassword(key))).toBe('recovery-closed');
  });

  test('needs a reason, the role and a proof of presence', async () => {
    const key = await opened((await member()).userName);
    const path = `/api/console/visitor-threads/${await idOf(key)}/decide`;
    expect(await codeOf(await byStaff(`/${await idOf(key)}/decide`, { approved: true, why: ' ' }))).toBe(
      'reason-needed',
    );
    for (const role of ['finance', 'content', 'auditor', 'owner'] as const) {
      const { cookie } = await signedInStaff(club, role);
      const body = { approved: true, why: 'answers compared' };
      expect(await codeOf(await call(server, path, { body, cookie }))).toBe('forbidden');
    }
    const { cookie } = await signedInStaff(club, 'support');
    await later(10 * 60_000);
    const stale = await call(server, path, { body: { approved: true, why: 'answers compared' }, cookie });
    expect(await codeOf(stale)).toBe('step-up-needed');
  });

  test('writes each decision into the audit log, where the member can see it', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    const { cookie } = who;
    const acts = (await (await call(server, '/api/me/acts', { cookie })).json()) as { items: { act: string }[] };
    expect(acts.items.map(({ act }) => act)).toContain('recovery-approved');
  });
});

describe('the member', () => {
  test('sees open requests and stops them with the login password', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    const list = async () =>
      ((await (await call(server, '/api/me/recovery-requests', { cookie: who.cookie })).json()) as { items: object[] })
        .items;
    expect(await list()).toHaveLength(1);
    expect(await codeOf(await stop(who, 'not the password'))).toBe('wrong-credentials');
    expect(await list()).toHaveLength(1);
    expect(await codeOf(await stop(who))).toBe('done');
    expect(await list()).toEqual([]);
    await later(DAY_MS);
    expect(await codeOf(await setPassword(key))).toBe('recovery-closed');
    // The visitor cannot tell a member's stop from support's no.
    expect((await seen(key)).recovery?.state).toBe('refused');
    expect(await messagesOf(who)).toContain('recovery-stopped');
  });

  test('stops open requests by changing the password', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    const body = { oldPassword: OLD, newPassword: 'a lantern in july', repeat: 'a lantern in july' };
    expect((await call(server, '/api/me/login-password', { body, cookie: who.cookie })).status).toBe(204);
    await later(DAY_MS);
    expect(await codeOf(await setPassword(key))).toBe('recovery-closed');
  });

  test('cannot replace the payee for 7 days after a recovery; withdrawals to the old one go on', async () => {
    const { who } = await recovered();
    const permit = async () => {
      const { cookie } = await signedInStaff(club, 'support');
      const body = { why: 'card was lost' };
      return codeOf(await call(server, `/api/console/members/${who.memberId}/payee-permit`, { body, cookie }));
    };
    expect(await permit()).toBe('payee-locked');
    await later(6 * DAY_MS);
    expect(await permit()).toBe('payee-locked');
    await later(DAY_MS);
    expect(await permit()).toBe('done');
  });

  test('cannot use a permit from before the recovery within the 7 days', async () => {
    const who = await member();
    const { cookie } = await signedInStaff(club, 'support');
    const path = `/api/console/members/${who.memberId}/payee-permit`;
    expect((await call(server, path, { body: { why: 'card was lost' }, cookie })).status).toBe(201);
    const key = await opened(who.userName);
    await decide(key, true);
    await later(DAY_MS);
    expect(await codeOf(await setPassword(key))).toBe('done');
    const again = await signIn(club, who);
    const body = { kind: 'iban', bankCode: 'elbe', holder: REAL_NAME, phone: '+97688123456' };
    const bind = { ...body, iban: 'DE02120300000000202051', financePassword: FINANCE_PASSWORD };
    expect(await codeOf(await call(server, '/api/me/payee', { body: bind, cookie: again.cookie }))).toBe(
      'payee-locked',
    );
  });
});
