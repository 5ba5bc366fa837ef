import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { notifyRecoveries } from '../../src/jobs/notify-recoveries.ts';
import { call } from '../http/server.ts';
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
  OLD,
  openDesk,
  opened,
  seen,
  server,
  setPassword,
  signInWith,
  stop,
} from './desk.ts';

// A thief and a member, each with requests for the same account.

beforeAll(openDesk);
beforeEach(async () => {
  await club.db.deleteFrom('members.attempt_count').execute();
});
afterAll(closeDesk);

async function asked(userName: string): Promise<Key> {
  await club.db.deleteFrom('members.attempt_count').execute();
  return (await (await ask(userName)).json()) as Key;
}

describe('a thief', () => {
  test('with another approved request cannot set a password after the member has recovered', async () => {
    const who = await member();
    const thief = await opened(who.userName);
    const own = await opened(who.userName);
    for (const key of [thief, own]) expect(await codeOf(await decide(key, true))).toBe('done');
    await later(DAY_MS);
    expect(await codeOf(await setPassword(own))).toBe('done');
    expect(await codeOf(await setPassword(thief, 'a thief was here'))).toBe('recovery-closed');
    expect((await signInWith(who, 'a thief was here')).status).toBe(401);
    expect((await seen(thief)).recovery?.state).toBe('refused');
    // The next request is announced at once, and support does not read that the member stopped one.
    const next = await opened(who.userName);
    expect((await messagesOf(who)).at(-1)).toBe('recovery-requested');
    const { recovery } = (await (await byStaff(`/${await idOf(next)}`)).json()) as { recovery: { account: object } };
    expect(recovery.account).toMatchObject({ stoppedAtMs: null });
  });

  test('with two approved requests at once sets one password', async () => {
    const who = await member();
    const keys = [await opened(who.userName), await opened(who.userName)];
    for (const key of keys) await decide(key, true);
    await later(DAY_MS);
    const codes = await Promise.all(keys.map(async (key, n) => codeOf(await setPassword(key, `a lantern ${n} more`))));
    expect(codes.sort()).toEqual(['done', 'recovery-closed']);
  });

  test('cannot keep the member from stopping a request by wrong passwords at the sign-in', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    for (let n = 0; n < 5; n += 1) await signInWith(who, `wrong ${n}`);
    expect(await codeOf(await signInWith(who, OLD))).toBe('throttled');
    expect(await codeOf(await stop(who))).toBe('done');
    await later(DAY_MS);
    expect(await codeOf(await setPassword(key))).toBe('recovery-closed');
  });

  test('with a stolen session has five tries to stop the member’s request', async () => {
    const who = await member();
    await opened(who.userName);
    for (let n = 0; n < 5; n += 1) expect(await codeOf(await stop(who, `wrong ${n}`))).toBe('wrong-credentials');
    expect(await codeOf(await stop(who))).toBe('throttled');
  });

  test('cannot tell a name whose member stopped a request from one that does not exist, by the time of the next', async () => {
    const who = await member();
    const first = { real: await opened(who.userName), none: await opened('nobody-to-stop') };
    expect(await codeOf(await stop(who))).toBe('done');
    await decide(first.none, false);
    const keys = [await opened(who.userName), await opened('nobody-to-stop')];
    const read = async () =>
      Promise.all(keys.map(async (key) => (await seen(key)).recovery)).then(([real, none]) => ({ real, none }));
    const before = await read();
    await later(3 * HOUR_MS);
    const after = await read();
    expect(after).toEqual(before);
    expect(before.real?.state).toBe(before.none?.state);
  });

  test('opens no account that was erased meanwhile', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    await later(DAY_MS);
    // As members.erase_account leaves it, which waits for years after a closure.
    await club.owner.query("update members.member set password_hash = '' where member_id = $1", [who.memberId]);
    expect(await codeOf(await setPassword(key))).toBe('recovery-closed');
    expect(
      (await club.owner.query('select from members.recovery_code where member_id = $1', [who.memberId])).rowCount,
    ).toBe(0);
  });

  test('gains no new payee by a replacement that is not active yet when the password is set', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await decide(key, true);
    await later(DAY_MS - HOUR_MS);
    const { cookie } = await signedInStaff(club, 'support');
    const permit = `/api/console/members/${who.memberId}/payee-permit`;
    expect((await call(server, permit, { body: { why: 'card was lost' }, cookie })).status).toBe(201);
    const form = { kind: 'iban', bankCode: 'elbe', holder: REAL_NAME, phone: '+97688123456' };
    const bind = { ...form, iban: 'DE02120300000000202051', financePassword: FINANCE_PASSWORD };
    expect((await call(server, '/api/me/payee', { body: bind, cookie: who.cookie })).status).toBe(201);
    const active = () =>
      club.db
        .selectFrom('payments.payee')
        .select(['masked', 'ended_at'])
        .where('member_id', '=', who.memberId)
        .orderBy('bound_at')
        .execute();
    expect((await active()).map(({ ended_at }) => ended_at === null)).toEqual([false, true]);
    await later(2 * HOUR_MS);
    expect(await codeOf(await setPassword(key))).toBe('done');
    expect((await active()).map(({ ended_at }) => ended_at === null)).toEqual([true, false]);
    expect(await messagesOf(who)).toContain('payee-replacement-cancelled');
  });
});

describe('support', () => {
  test('can take an approval back until the password is set', async () => {
    const who = await member();
    const key = await opened(who.userName);
    expect(await codeOf(await decide(key, true))).toBe('done');
    expect(await codeOf(await decide(key, true))).toBe('too-late');
    await later(HOUR_MS);
    expect(await codeOf(await decide(key, false))).toBe('done');
    expect(await codeOf(await decide(key, true))).toBe('too-late');
    await later(DAY_MS);
    expect(await codeOf(await setPassword(key))).toBe('recovery-closed');
  });

  test('sees that the member stopped an earlier request', async () => {
    const who = await member();
    await opened(who.userName);
    const account = async (key: Key) =>
      ((await (await byStaff(`/${await idOf(key)}`)).json()) as { recovery: { account: object } }).recovery.account;
    expect(await codeOf(await stop(who))).toBe('done');
    const stoppedAtMs = club.clock.nowMs();
    await later(HOUR_MS);
    expect(await account(await asked(who.userName))).toMatchObject({ stoppedAtMs });
    expect(await account(await opened((await member()).userName))).toMatchObject({ stoppedAtMs: null });
  });

  test('and the member at once: the request is stopped, whichever came first', async () => {
    for (let n = 0; n < 4; n += 1) {
      const who = await member();
      const key = await opened(who.userName);
      const [stopped] = await Promise.all([stop(who), decide(key, true)]);
      expect(await codeOf(stopped)).toBe('done');
      await later(DAY_MS);
      expect(await codeOf(await setPassword(key))).toBe('recovery-closed');
    }
  });
});

describe('messages to the member', () => {
  const requested = async (who: Parameters<typeof messagesOf>[0]) =>
    (await messagesOf(who)).filter((kind) => kind === 'recovery-requested').length;

  test('of any number of requests only one is sent while one is open', async () => {
    const who = await member();
    for (let n = 0; n < 6; n += 1) await asked(who.userName);
    for (let n = 0; n < 3; n += 1) await notifyRecoveries(club.jobs);
    await later(DAY_MS);
    await asked(who.userName);
    await notifyRecoveries(club.jobs);
    expect(await messagesOf(who)).toEqual(['recovery-requested']);
  });

  test('are not sent for 7 days after a stop, and then again', async () => {
    const who = await member();
    await opened(who.userName);
    expect(await codeOf(await stop(who))).toBe('done');
    await later(DAY_MS);
    for (let n = 0; n < 3; n += 1) await asked(who.userName);
    await notifyRecoveries(club.jobs);
    await later(5 * DAY_MS);
    await notifyRecoveries(club.jobs);
    expect(await requested(who)).toBe(1);
    await later(DAY_MS);
    await notifyRecoveries(club.jobs);
    await notifyRecoveries(club.jobs);
    expect(await requested(who)).toBe(2);
  });

  test('are not sent for refusals of requests that the member was not told about', async () => {
    const who = await member();
    const keys = [];
    for (let n = 0; n < 4; n += 1) keys.push(await asked(who.userName));
    await notifyRecoveries(club.jobs);
    for (const key of keys) await decide(key, false);
    await asked(who.userName);
    await notifyRecoveries(club.jobs);
    expect(await messagesOf(who)).toEqual(['recovery-requested', 'recovery-refused']);
  });

  test('do not keep the true member from recovery: the approval is the message, and 24 hours start with it', async () => {
    const who = await member();
    await opened(who.userName);
    expect(await codeOf(await stop(who))).toBe('done');
    const own = await asked(who.userName);
    await notifyRecoveries(club.jobs);
    await later(2 * DAY_MS);
    expect(await codeOf(await decide(own, true))).toBe('done');
    expect(await codeOf(await setPassword(own))).toBe('recovery-not-ready');
    expect((await messagesOf(who)).at(-1)).toBe('recovery-approved');
    await later(DAY_MS);
    expect(await codeOf(await setPassword(own))).toBe('done');
  });

  test('reach every member, however many requests others have', async () => {
    const flooded = await member();
    for (let n = 0; n < 110; n += 1) await asked(flooded.userName);
    await notifyRecoveries(club.jobs);
    const who = await member();
    await asked(who.userName);
    await notifyRecoveries(club.jobs);
    expect(await requested(who)).toBe(1);
    const list = await call(server, '/api/me/recovery-requests', { cookie: flooded.cookie });
    expect(((await list.json()) as { items: object[] }).items).toHaveLength(20);
    expect(await codeOf(await stop(flooded))).toBe('done');
    const left = await club.db
      .selectFrom('members.recovery_request')
      .select('thread_id')
      .where('member_id', '=', flooded.memberId)
      .where('decision', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });
});
