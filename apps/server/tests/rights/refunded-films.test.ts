import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { refundWithdrawn } from '../../src/jobs/refund-withdrawn.ts';
import { buyTitle } from '../../src/video/purchases.ts';
import { type Club, openClub } from '../kit/club.ts';
import { balanceOf } from '../kit/money.ts';

// Films that the house withdraws are refunded from the time of the withdrawal on. A thief with the password of `api`
// who could choose that time could refund every film that was ever watched.

const PRICE = 500n;
const HIDDEN_MS = 365 * 24 * HOUR_MS;

let club: Club;
let member: Identity;
let classId: string;
let hiddenId: string;
beforeAll(async () => {
  club = await openClub();
  [classId, hiddenId] = [await addClass('films'), await addClass('hidden')];
  await api('select video.hide_class($1, true)', [hiddenId]);
  await club.clock.forward(HIDDEN_MS);
  member = await club.member({ credits: 10_000n });
});
afterAll(() => club.close());

const api = (text: string, values: unknown[] = []) => club.pool.query(text, values);
const REFUSED = { code: '42501' };

async function addClass(slug: string): Promise<string> {
  const id = newId();
  await api(`insert into video.class (id, slug, position, texts) values ($1, $2, 0, '{}')`, [id, slug]);
  return id;
}

/** Adds a title that is sold for 48 hours. */
async function addTitle(): Promise<string> {
  const [id, filmId] = [newId(), newId()];
  await api(
    `insert into video.title (id, class_id, texts, age, access, price, hours, published_at)
     values ($1, $2, '{}', 0, 'bought', $3, 48, clock.now())`,
    [id, classId, PRICE],
  );
  await club.owner.query(
    `insert into video.film (id, title_id, file_name, bytes, state, duration_ms, made)
     values ($1, $2, 'a.mp4', 1, 'ready', 1000, '{}')`,
    [filmId, id],
  );
  await club.owner.query('update video.title set film_id = $2 where id = $1', [id, filmId]);
  return id;
}

/** Buys a title twice. The time of the first purchase is over, that of the second runs. */
async function buyTwice(titleId: string): Promise<void> {
  const buy = () =>
    transaction(club.api, (tx) =>
      buyTitle(tx, member, {
        ...{ key: randomUUID(), titleId, price: PRICE, hours: 48 },
        admit: async () => {},
        yearsOf: async () => 30,
      }),
    );
  await buy();
  await club.clock.forward(49 * HOUR_MS);
  await buy();
}

async function refunded(work: () => Promise<unknown>): Promise<bigint> {
  const { available } = await balanceOf(club.db, member);
  await work();
  await club.clock.forward(11 * MINUTE_MS);
  await refundWithdrawn(club.jobs);
  return (await balanceOf(club.db, member)).available - available;
}

test.each([
  ['withdrawn_at', 'update video.title set withdrawn_at = $2 where id = $1'],
  ['class_since', 'update video.title set class_since = $2 where id = $1'],
  ['class_id', `update video.title set class_id = '${newId()}' where id = $1 and $2::timestamptz is not null`],
  ['hidden_at', 'update video.class set hidden_at = $2 where id = (select class_id from video.title where id = $1)'],
])('no process sets %s', async (_column, statement) => {
  const id = await addTitle();
  for (const pool of Object.values(club.pools)) {
    for (const at of [new Date(0), new Date(club.clock.nowMs())]) {
      await expect(pool.query(statement, [id, at])).rejects.toMatchObject(REFUSED);
    }
  }
});

test('no process adds a title or class that is away since a time of its choice', async () => {
  const title = `insert into video.title (id, class_id, texts, age, withdrawn_at) values ($1, $2, '{}', 0, '2000-01-01')`;
  await expect(api(title, [newId(), classId])).rejects.toMatchObject(REFUSED);
  const hidden = `insert into video.class (id, slug, position, texts, hidden_at) values ($1, 'b', 0, '{}', '2000-01-01')`;
  await expect(api(hidden, [newId()])).rejects.toMatchObject(REFUSED);
});

test('a withdrawn title refunds what runs, and nothing that was over', async () => {
  const id = await addTitle();
  await buyTwice(id);
  expect(await refunded(() => api('select video.withdraw_title($1, true)', [id]))).toBe(PRICE);
  // Withdrawn again and again, it keeps the time of the first withdrawal.
  const at = async () => (await club.owner.query('select withdrawn_at from video.title where id = $1', [id])).rows[0];
  const first = await at();
  await api('select video.withdraw_title($1, true)', [id]);
  expect(await at()).toEqual(first);
});

test('a title that moves into a class hidden long ago refunds what runs, and nothing that was over', async () => {
  const id = await addTitle();
  await buyTwice(id);
  expect(await refunded(() => api('select video.move_title($1, $2)', [id, hiddenId]))).toBe(PRICE);
});

test('a hidden class refunds what runs, and nothing that was over', async () => {
  const id = await addTitle();
  await buyTwice(id);
  expect(await refunded(() => api('select video.hide_class($1, true)', [classId]))).toBe(PRICE);
});
