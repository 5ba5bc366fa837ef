import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualFirstAnswer } from '../../src/desk/first-answer.ts';
import { answer, begun, by, codeOf, type Desk, openDesk, staffPath, taken, write } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe('the rating of a conversation', () => {
  const rate = (who: { cookie: string }, id: string, body: unknown) =>
    by(desk, who, `/api/me/desk/threads/${id}/rating`, { body, method: 'PUT' });

  test('is from 1 to 5 with or without a text, the last one counts, and staff see it', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    await answer(desk, mira, id, 'Under Account.');
    expect(await taken(await rate(mira, id, { stars: 2 }), 200)).toMatchObject({ rating: { stars: 2, words: '' } });
    await taken(await rate(mira, id, { stars: 5, words: '  Quick and clear  ' }), 200);
    const shown = await taken<{ rating: unknown }>(await by(desk, desk.sara, staffPath(mira, id)), 200);
    expect(shown.rating).toMatchObject({ stars: 5, words: 'Quick and clear' });
    const { data } = await taken<{ data: { threads: object[] } }>(await by(desk, mira, '/api/me/data.json'), 200);
    expect(data.threads).toMatchObject([{ rating: 5, ratingWords: 'Quick and clear' }]);
  });

  test('is none outside 1 to 5, of somebody else’s conversation, or of one without an answer', async () => {
    const [mira, other] = [await desk.member(), await desk.member()];
    const { id } = await begun(desk, mira);
    expect((await rate(mira, id, { stars: 5 })).status).toBe(404);
    await answer(desk, mira, id, 'Under Account.');
    for (const stars of [0, 6, 1.5, '5', null]) expect((await rate(mira, id, { stars })).status).toBe(400);
    expect(await codeOf(await rate(mira, id, { stars: 5, words: 'x'.repeat(2_001) }))).toBe('words-bad');
    expect((await rate(other, id, { stars: 5 })).status).toBe(404);
    expect((await rate(mira, randomUUID(), { stars: 5 })).status).toBe(404);
  });
});

test('a member finds own conversations by a part of a message, in any of its forms, and no others', async () => {
  const [mira, other] = [await desk.member(), await desk.member()];
  const first = await begun(desk, mira, 'Where is my ＴＯＰ-up?');
  const second = await begun(desk, mira, 'About the ferry');
  await write(desk, mira, second.id, 'It sails at 100% of tides');
  await begun(desk, other, 'Where is my top-up?');
  const found = async (search: string) => {
    const path = `/api/me/desk/threads?search=${encodeURIComponent(search)}`;
    const { items, total } = await taken<{ items: { id: string }[]; total: number }>(await by(desk, mira, path), 200);
    expect(total).toBe(items.length);
    return items.map(({ id }) => id);
  };
  expect(await found('top')).toEqual([first.id]);
  expect(await found('SAILS')).toEqual([second.id]);
  expect(await found('100%')).toEqual([second.id]);
  expect(await found('_')).toEqual([]);
  expect(await found(' ')).toEqual([second.id, first.id]);
});

describe('the usual time to a first answer', () => {
  test('is the median of at least twenty answers in the last 30 days, and unknown before', async () => {
    await desk.club.owner.query('truncate desk.thread cascade');
    const path = '/api/desk/answer-time';
    expect(await taken(await by(desk, desk.sara, path), 200)).toEqual({ minutes: null });
    const mira = await desk.member();
    /** Adds an answered conversation, opened so many days ago. */
    const add = async (minutes: number, days = 1) => {
      const id = randomUUID();
      const own = [mira.bucket, mira.memberId, id];
      await desk.club.owner.query(
        `insert into desk.thread (bucket, member_id, id, subject, opened_at, last_at, entries)
         values ($1, $2, $3, 'question', clock.now() - make_interval(days => $4), clock.now(), 3)`,
        [...own, days],
      );
      await desk.club.owner.query(
        `insert into desk.entry (bucket, member_id, thread_id, n, key, staff_id, role, words, at)
         select $1, $2, $3, n, gen_random_uuid(), case when n > 1 then gen_random_uuid() end,
           case when n > 1 then 'support' end, 'x',
           clock.now() - make_interval(days => $4) + make_interval(secs => $5::float8 * 60 * (n - 1))
         from generate_series(1, 3) n`,
        [...own, days, minutes],
      );
    };
    for (let n = 0; n < 19; n++) await add(n < 9 ? 1 : 7);
    await add(1, 31);
    await begun(desk, await desk.member());
    expect(await usualFirstAnswer(desk.club.api)).toBeNull();
    await add(7);
    expect(await usualFirstAnswer(desk.club.api)).toBe(7);
    await add(0.1);
    expect(await usualFirstAnswer(desk.club.api)).toBe(7);
    for (let n = 0; n < 30; n++) await add(0.1);
    expect(await usualFirstAnswer(desk.club.api)).toBe(1);
    // One process asks the database every ten minutes.
    expect(await taken(await by(desk, desk.sara, path), 200)).toEqual({ minutes: null });
  });
});
