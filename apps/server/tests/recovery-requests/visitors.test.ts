import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestRecovery } from '../../src/decisions/recovery.ts';
import { DAY_MS } from '../../src/durations.ts';
import { deleteFingerprints } from '../../src/jobs/delete-fingerprints.ts';
import { call } from '../http/server.ts';
import {
  ask,
  byStaff,
  byVisitor,
  closeDesk,
  club,
  codeOf,
  decide,
  idOf,
  type Key,
  later,
  member,
  openDesk,
  opened,
  seen,
  server,
  setPassword,
  type Thread,
} from './desk.ts';

beforeAll(openDesk);
beforeEach(async () => {
  await club.db.deleteFrom('members.attempt_count').execute();
});
afterAll(closeDesk);

describe('a stranger', () => {
  test('gets the same answers for a name that exists and one that does not', async () => {
    const who = await member();
    const real = await opened(who.userName);
    const none = await opened('nobody-at-all');
    const shapeOf = (thread: Thread) => ({ ...thread, number: '', entries: thread.entries.map(({ text }) => text) });
    const forms = [await seen(real), await seen(none)].map(shapeOf);
    const [one, two] = forms.map(({ recovery, ...rest }) => ({ ...rest, state: recovery?.state }));
    expect(one).toEqual(two);
    expect(await codeOf(await setPassword(real))).toBe(await codeOf(await setPassword(none)));
    await later(DAY_MS);
    expect(await codeOf(await setPassword(real))).toBe(await codeOf(await setPassword(none)));
    await Promise.all([decide(real, false), decide(none, false)]);
    expect((await seen(real)).recovery?.state).toBe((await seen(none)).recovery?.state);
  });

  test('opens no conversation with a wrong number or secret, and is stopped after 30 tries', async () => {
    const key = await opened((await member()).userName);
    const other = await opened((await member()).userName);
    for (const wrong of [
      { number: key.number, secret: other.secret },
      { number: 'AAAA-AAAA', secret: key.secret },
      { number: '', secret: '' },
    ]) {
      expect(await codeOf(await byVisitor(wrong, 'read'))).toBe('visitor-key-bad');
    }
    for (let n = 0; n < 27; n += 1) await byVisitor({ number: key.number, secret: other.secret }, 'read');
    expect(await codeOf(await byVisitor({ number: key.number, secret: other.secret }, 'read'))).toBe('throttled');
    // Wrong guesses do not lock the visitor out.
    expect((await byVisitor(key, 'read')).status).toBe(200);
  });

  test('asks for one name three times a day, whether or not it exists', async () => {
    for (const name of [(await member()).userName, 'nobody-here']) {
      for (let n = 0; n < 3; n += 1) expect((await ask(name)).status).toBe(201);
      expect(await codeOf(await ask(name.toUpperCase()))).toBe('throttled');
    }
  });

  test('cannot use up the requests of a member at another address', async () => {
    const { userName } = await member();
    const form = { userName, realName: '', payeeDigits: '', contact: 'by phone', text: 'Help.', locale: 'en' };
    const from = (address: string) =>
      requestRecovery(club.api, { ...form, key: randomUUID() }, { address, device: null });
    for (let n = 0; n < 3; n += 1) await from('203.0.113.7');
    await expect(from('203.0.113.7')).rejects.toThrow('throttled');
    await expect(from('198.51.100.4')).resolves.toHaveProperty('secret');
  });
});

describe('a visitor’s conversation', () => {
  test('is found by its number as a visitor reads it, also when it is closed', async () => {
    const key = await opened('nobody-to-find');
    await opened('nobody-else-to-find');
    await byStaff(`/${await idOf(key)}/close`, {});
    const found = async (number: string) => {
      const answer = await byStaff(`?reference=${encodeURIComponent(number)}`);
      return ((await answer.json()) as { items: { number: string }[] }).items.map((one) => one.number);
    };
    const read = `${key.number.slice(0, 4)}-${key.number.slice(4)}`.toLowerCase();
    expect(await found(read)).toEqual([key.number]);
    for (const none of ['ZZZZ-ZZZZ', 'nothing']) expect(await found(none)).toEqual([]);
  });

  test('goes both ways, stores a retry once, and reads the key in any case with spaces', async () => {
    const typed = await opened('nobody-yet');
    const key = { number: typed.number.toLowerCase(), secret: typed.secret.toLowerCase() };
    const retry = randomUUID();
    for (let n = 0; n < 2; n += 1) {
      expect((await byVisitor(key, 'entries', { text: 'I am at the same number.' }, retry)).status).toBe(201);
    }
    expect((await byStaff(`/${await idOf(typed)}/answer`, { text: 'Which city did you sign in from?' })).status).toBe(
      201,
    );
    const { entries } = await seen(key);
    expect(entries.map(({ n, from }) => [n, from])).toEqual([
      [1, 'visitor'],
      [2, 'visitor'],
      [3, 'house'],
    ]);
    expect(await codeOf(await byVisitor(key, 'entries', { text: 'Another text.' }, retry))).toBe('key-reused');
  });

  test('takes ten texts until staff answer', async () => {
    const key = await opened('nobody-in-a-hurry');
    for (let n = 2; n <= 10; n += 1) expect((await byVisitor(key, 'entries', { text: `${n}` })).status).toBe(201);
    expect(await codeOf(await byVisitor(key, 'entries', { text: 'more' }))).toBe('throttled');
    await byStaff(`/${await idOf(key)}/answer`, { text: 'We are reading it.' });
    expect((await byVisitor(key, 'entries', { text: 'thank you' })).status).toBe(201);
  });

  test('refuses texts by staff that ask for money', async () => {
    const key = await opened('nobody-to-pay');
    const answer = await byStaff(`/${await idOf(key)}/answer`, { text: 'Pay 50 dollars to unlock your account.' });
    expect(answer.status).toBe(422);
  });

  test('can be about registration', async () => {
    const body = { contact: 'me@example.com', text: 'Where do I get an invite?' };
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await call(server, '/api/visitor-threads', { body, headers });
    expect(answer.status).toBe(201);
    const key = (await answer.json()) as Key;
    expect((await seen(key)).recovery).toBeNull();
    expect(await codeOf(await setPassword(key))).toBe('not-found');
    expect(await codeOf(await decide(key, true))).toBe('not-found');
  });

  test('is closed by staff and reopened by the visitor', async () => {
    const key = await opened('nobody-closing');
    const id = await idOf(key);
    expect((await byStaff(`/${id}/close`, {})).status).toBe(200);
    expect(await seen(key)).toMatchObject({ closed: true });
    await byVisitor(key, 'entries', { text: 'One more thing.' });
    expect(await seen(key)).toMatchObject({ closed: false });
  });

  test('is deleted 90 days after its last entry', async () => {
    const who = await member();
    const key = await opened(who.userName);
    await later(91 * DAY_MS);
    await deleteFingerprints(club.jobs);
    expect(await codeOf(await byVisitor(key, 'read'))).toBe('visitor-key-bad');
    const left = await club.db
      .selectFrom('members.recovery_request')
      .select('thread_id')
      .where('member_id', '=', who.memberId)
      .execute();
    expect(left).toEqual([]);
  });
});
