import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestRecovery } from '../../src/decisions/recovery.ts';
import { call } from '../http/server.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import {
  ask,
  byVisitor,
  closeDesk,
  club,
  codeOf,
  type Key,
  member,
  messagesOf,
  NEW,
  OLD,
  openDesk,
  recovered,
  server,
  signInWith,
} from './desk.ts';

beforeAll(openDesk);
beforeEach(async () => {
  await club.db.deleteFrom('members.attempt_count').execute();
});
afterAll(closeDesk);

async function keyOf(answer: Promise<Response>): Promise<Key> {
  const opened = await answer;
  expect(opened.status).toBe(201);
  return (await opened.json()) as Key;
}

async function threads(): Promise<number> {
  const { n } = await club.db
    .selectFrom('desk.visitor_thread')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

describe('a retry of the opening call', () => {
  test('opens no second conversation and gets the same number and secret, however often it is sent', async () => {
    const { userName } = await member();
    const before = await threads();
    const retry = randomUUID();
    const first = await keyOf(ask(userName, {}, retry));
    for (let n = 0; n < 5; n += 1) expect(await keyOf(ask(userName, {}, retry))).toEqual(first);
    expect(await threads()).toBe(before + 1);
    expect((await byVisitor(first, 'read')).status).toBe(200);
    const other = await keyOf(ask(userName));
    expect(other.secret).not.toBe(first.secret);
  });

  test('at the same time as the first gets the same, too', async () => {
    const { userName } = await member();
    const before = await threads();
    const retry = randomUUID();
    const keys = await Promise.all([1, 2, 3].map(() => keyOf(ask(userName, {}, retry))));
    expect(new Set(keys.map(({ number, secret }) => `${number}.${secret}`)).size).toBe(1);
    expect(await threads()).toBe(before + 1);
  });

  test('with anything else in it is refused, and does not say what the first one got', async () => {
    const { userName } = await member();
    const retry = randomUUID();
    const { secret } = await keyOf(ask(userName, {}, retry));
    const others: Record<string, string>[] = [{ contact: 'me@example.com' }, { text: 'Other.' }, { realName: 'Nora' }];
    for (const other of others) {
      const answer = await ask(userName, other, retry);
      expect(answer.status).toBe(409);
      const text = await answer.text();
      expect(text).toContain('key-reused');
      expect(text).not.toContain(secret);
    }
    expect(await codeOf(await ask('nobody-else', {}, retry))).toBe('key-reused');
    const question = { contact: '+976 9911 2233', text: 'I lost my phone and my codes.' };
    const headers = { 'idempotency-key': retry };
    expect(await codeOf(await call(server, '/api/visitor-threads', { body: question, headers }))).toBe('key-reused');
  });

  test('needs a key', async () => {
    const body = { contact: 'me@example.com', text: 'Where do I get an invite?' };
    expect(await codeOf(await call(server, '/api/visitor-threads', { body }))).toBe('key-needed');
  });

  test('about registration gets the same number and secret', async () => {
    const body = { contact: 'me@example.com', text: 'Where do I get an invite?' };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => keyOf(call(server, '/api/visitor-threads', { body, headers }));
    expect(await send()).toEqual(await send());
  });
});

test('one IPv6 site opens at most 30 conversations a day, from whichever of its networks', async () => {
  const from = (n: number) => {
    const form = { userName: `nobody-${n}`, realName: '', payeeDigits: '', contact: 'by phone', text: 'Help.' };
    const caller = { address: `2001:db8:7:${n.toString(16)}::1`, device: null };
    return requestRecovery(club.api, { ...form, locale: 'en', key: randomUUID() }, caller);
  };
  for (let n = 1; n <= 30; n += 1) await from(n);
  await expect(from(31)).rejects.toThrow('throttled');
  await expect(from(0x10000 / 2)).rejects.toThrow('throttled');
});

describe('a member makes new recovery codes', () => {
  const codes = (cookie: string, loginPassword: string) =>
    call(server, '/api/me/recovery-codes', { body: { loginPassword }, cookie });
  const unused = async (cookie: string) =>
    ((await (await call(server, '/api/me/recovery-codes', { cookie })).json()) as { unused: number }).unused;
  const recover = (userName: string, recoveryCode: string) =>
    call(server, '/api/recover', { body: { userName, recoveryCode, newPassword: 'a third lantern' } });

  test('with the login password; only the new ones count, and a message says so', async () => {
    const who = await member();
    expect(await codeOf(await codes(who.cookie, 'not the password'))).toBe('wrong-credentials');
    const first = (await (await codes(who.cookie, OLD)).json()) as { recoveryCodes: string[] };
    const second = (await (await codes(who.cookie, OLD)).json()) as { recoveryCodes: string[] };
    expect(second.recoveryCodes).toHaveLength(10);
    expect(await unused(who.cookie)).toBe(10);
    expect(await codeOf(await recover(who.userName, first.recoveryCodes[0] ?? ''))).toBe('recovery-bad');
    expect((await recover(who.userName, second.recoveryCodes[0] ?? '')).status).toBe(204);
    expect(await messagesOf(who)).toEqual(['recovery-codes-renewed', 'recovery-codes-renewed']);
  });

  test('after a recovery whose answer was lost', async () => {
    const { who } = await recovered();
    const signedIn = await signInWith(who, NEW);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const made = (await (await codes(cookie, NEW)).json()) as { recoveryCodes: string[] };
    expect((await recover(who.userName, made.recoveryCodes[0] ?? '')).status).toBe(204);
  });

  test('not when a recovery set another password after the check', async () => {
    const who = await member();
    const recovering = await openTransaction(club.owner);
    await recovering.client.query('update members.member set password_hash = $1 where member_id = $2', [
      'other',
      who.memberId,
    ]);
    const made = codes(who.cookie, OLD);
    await untilWaiting(club.owner, recovering.pid);
    await recovering.commit();
    expect(await codeOf(await made)).toBe('wrong-credentials');
    expect(await unused(who.cookie)).toBe(0);
  });
});
