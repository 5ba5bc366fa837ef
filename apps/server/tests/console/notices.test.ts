import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { announce } from '../../src/house/notices.ts';
import { call } from '../http/server.ts';
import { answerOf, openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

async function put(path: string, body: unknown, who = at.staff.content) {
  return answerOf(await call(at.server, path, { method: 'PUT', body, cookie: who.cookie }));
}

describe('a notice', () => {
  const words = (locale: string, change = {}) => ({ locale, title: `Title in ${locale}`, text: 'Text', ...change });
  const notice = (change = {}) => ({ texts: [words('en'), words('mn')], fromMs: null, untilMs: null, ...change });
  const make = (change: object = {}, who = at.staff.content) => at.post('/api/console/notices', notice(change), who);
  const withdraw = (id: unknown) =>
    call(at.server, `/api/console/notices/${id}`, { method: 'DELETE', cookie: at.staff.content.cookie });

  /** The newest notice that members see in a language. */
  async function shownContent(language: string): Promise<Record<string, unknown> | undefined> {
    const answer = await call(at.server, '/api/notices', { headers: { 'accept-language': language } });
    return (await answerOf(answer)).body.items?.[0];
  }

  test('is told in the language of the reader from its beginning until its end, and not before it', async () => {
    const now = at.club.clock.nowMs();
    const { status, body } = await make({ fromMs: now + DAY_MS, untilMs: now + 2 * DAY_MS });
    expect(status).toBe(201);
    expect(await shownContent('mn')).not.toMatchObject({ id: body.id });
    await at.at(now + DAY_MS);
    expect(await shownContent('mn')).toMatchObject({ id: body.id, words: words('mn') });
    expect(await shownContent('en')).toMatchObject({ id: body.id, words: words('en') });
    await at.at(now + 2 * DAY_MS);
    expect(await shownContent('mn')).not.toMatchObject({ id: body.id });
  });

  test('is moved in time and taken back, with what was there before on record', async () => {
    const now = at.club.clock.nowMs();
    const { body } = await make();
    const moved = await put(`/api/console/notices/${body.id}`, { fromMs: null, untilMs: now + DAY_MS });
    expect(moved).toMatchObject({ status: 200, body: { fromMs: now, untilMs: now + DAY_MS } });
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'notice-scheduled',
      before: { untilMs: null },
      after: { untilMs: now + DAY_MS },
    });
    expect((await withdraw(body.id)).status).toBe(204);
    expect((await at.acts()).at(-1)).toMatchObject({ act: 'notice-withdrawn', subject: `notice/${body.id}` });
    expect(await shownContent('en')).not.toMatchObject({ id: body.id });
    expect((await put(`/api/console/notices/${body.id}`, { fromMs: null, untilMs: null })).status).toBe(404);
    const { body: read } = await at.get(`/api/console/notices/${body.id}`, at.staff.auditor);
    expect(read).toMatchObject({ texts: [words('mn'), words('en')], withdrawnAtMs: now });
  });

  test('is corrected with a mark for members who saw it, with its earlier texts on record', async () => {
    const now = at.club.clock.nowMs();
    const { body } = await make();
    const path = `/api/console/notices/${body.id}/texts`;
    const texts = [words('en', { title: 'Put right' })];
    expect(await put(path, { texts, after: 1 })).toMatchObject({
      status: 200,
      body: { texts, version: 2, editedAtMs: now, fromMs: now },
    });
    expect(await shownContent('mn')).toMatchObject({ id: body.id, words: texts[0], editedAtMs: now, atMs: now });
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'notice-corrected',
      before: { version: 1, texts: [words('mn'), words('en')] },
      after: { version: 2 },
    });
    const stored = await at.club.owner.query('select from house.notice_text where notice_id = $1', [body.id]);
    expect(stored.rows).toHaveLength(3);
    // From an outdated page.
    expect(await put(path, { texts, after: 1 })).toMatchObject({ status: 409, body: { code: 'too-late' } });
    expect((await put(path, { texts: [], after: 2 })).body.code).toBe('fill-in');
    await withdraw(body.id);
    expect((await put(path, { texts, after: 2 })).status).toBe(404);
  });

  test('is corrected without a mark before members see it', async () => {
    const now = at.club.clock.nowMs();
    const { body } = await make({ fromMs: now + DAY_MS });
    const path = `/api/console/notices/${body.id}/texts`;
    expect((await put(path, { texts: [words('en')], after: 1 })).body).toMatchObject({ version: 2, editedAtMs: null });
    expect(await put(path, { texts: [words('en')], after: 2 }, at.staff.auditor)).toMatchObject({ status: 403 });
    await withdraw(body.id);
  });

  test('stands in a list with those to come and those that the house says by itself, which nobody takes back', async () => {
    const now = at.club.clock.nowMs();
    const { body: coming } = await make({ fromMs: now + DAY_MS });
    const own = await transaction(at.club.db, async (tx) => {
      await announce(tx, 'payouts-slow', { hours: 24 });
      return tx.q.selectFrom('house.notice').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    });
    const first = await at.get('/api/console/notices?limit=1', at.staff.auditor);
    expect(first.body.items).toMatchObject([{ id: own.id, code: 'payouts-slow', texts: [], params: { hours: 24 } }]);
    const next = await at.get(`/api/console/notices?limit=1&cursor=${first.body.nextCursor}`, at.staff.auditor);
    expect(next.body.items).toMatchObject([{ id: coming.id, fromMs: now + DAY_MS }]);
    expect((await withdraw(own.id)).status).toBe(404);
  });

  test('is refused without words, with words for nobody, at no time, and from who may not', async () => {
    const codeOf = async (change: object) => (await make(change)).body.code;
    expect(await codeOf({ texts: [] })).toBe('fill-in');
    expect(await codeOf({ texts: [words('en'), words('en')] })).toBe('fill-in');
    expect(await codeOf({ texts: [words('en', { title: ' ' })] })).toBe('words-bad');
    expect(await codeOf({ untilMs: at.club.clock.nowMs() })).toBe('date-bad');
    expect(await codeOf({ texts: [words('tlh')] })).toBe('invalid-body');
    for (const who of [at.staff.support, at.staff.finance, at.staff.auditor]) {
      expect((await make({}, who)).status).toBe(403);
    }
  });
});
