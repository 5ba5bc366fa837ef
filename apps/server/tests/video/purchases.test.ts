import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { HOUR_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { refundWithdrawn } from '../../src/jobs/refund-withdrawn.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { changeTitle } from '../../src/video/manage-titles.ts';
import { boughtUntil, buyTitle, type Purchase } from '../../src/video/purchases.ts';
import { setVideoChoice } from '../../src/video/watch-history.ts';
import { type Club, openClub } from '../kit/club.ts';
import { refundAs } from '../kit/decisions.ts';
import { ADA, enterTwo } from '../kit/staff.ts';

const PRICE = 500n;

let club: Club;
let title: string;
beforeAll(async () => {
  club = await openClub();
  await enterTwo(club);
  title = await addTitle();
});
afterAll(() => club.close());

/** Adds a published title that is sold for 48 hours. */
async function addTitle(change: { price?: bigint; age?: number; access?: string } = {}): Promise<string> {
  const { price = PRICE, age = 0, access = 'bought' } = change;
  const [classId, id, filmId] = [newId(), newId(), newId()];
  const sold = access === 'bought' ? [price, 48] : [null, null];
  await club.owner.query(`insert into video.class (id, slug, position, texts) values ($1, $2, 0, '{}')`, [
    classId,
    `class-${classId}`.slice(0, 32),
  ]);
  await club.owner.query(
    `insert into video.title (id, class_id, texts, age, access, price, hours) values ($1, $2, '{}', $3, $4, $5, $6)`,
    [id, classId, age, access, ...sold],
  );
  const film = `insert into video.film (id, title_id, file_name, bytes) values ($1, $2, 'a.mp4', 1)`;
  await club.owner.query(film, [filmId, id]);
  await club.owner.query(`update video.film set state = 'ready', duration_ms = 1000, made = '{}' where id = $1`, [
    filmId,
  ]);
  await club.owner.query('update video.title set film_id = $2, published_at = clock.now() where id = $1', [id, filmId]);
  return id;
}

interface Ask {
  key?: string;
  titleId?: string;
  price?: bigint;
  hours?: number;
  years?: number;
}

function buy(
  member: Identity,
  { key = randomUUID(), titleId = title, price = PRICE, hours = 48, years = 30 }: Ask = {},
) {
  const ask = { key, titleId, price, hours, admit: async () => {}, yearsOf: async () => years };
  return transaction(club.api, (tx) => buyTitle(tx, member, ask));
}

async function availableOf({ bucket, memberId }: Identity): Promise<bigint> {
  const { available } = await club.db
    .selectFrom('ledger.balance')
    .select('available')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return available;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'bought',
    (error) => error.code,
  );
}

describe('buying a title', () => {
  test('takes its price once, whole, and opens it for its hours', async () => {
    const mira = await club.member({ credits: 1_200n });
    const { untilMs } = await buy(mira);
    expect(untilMs).toBe(club.clock.nowMs() + 48 * HOUR_MS);
    expect(await availableOf(mira)).toBe(700n);
    expect(await codeOf(buy(mira))).toBe('bought-already');
    await club.at(untilMs);
    await buy(mira);
    expect(await availableOf(mira)).toBe(200n);
  });

  test('is one purchase however often it is sent, also at once', async () => {
    const mira = await club.member({ credits: 1_200n });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(mira, { key })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await availableOf(mira)).toBe(700n);
    expect(await codeOf(buy(mira, { key, price: 501n }))).toBe('key-reused');
  });

  test('by calls of their own at once is one purchase too', async () => {
    const mira = await club.member({ credits: 10_000n });
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(buy(mira))));
    expect(codes.sort()).toEqual(
      [...Array.from({ length: 1 }, () => 'bought'), ...Array(19).fill('bought-already')].sort(),
    );
    expect(await availableOf(mira)).toBe(9_500n);
  });

  test('never costs another price than the one on the door', async () => {
    const mira = await club.member({ credits: 1_200n });
    for (const price of [499n, 501n, 0n]) expect(await codeOf(buy(mira, { price }))).toBe('price-changed');
    // Nor for another duration, which is displayed beside the price.
    for (const hours of [47, 49]) expect(await codeOf(buy(mira, { hours }))).toBe('price-changed');
    expect(await availableOf(mira)).toBe(1_200n);
  });

  test('takes nothing from who has too little, is too young, or asks for what is not sold', async () => {
    const mira = await club.member({ credits: 499n });
    expect(await codeOf(buy(mira))).toBe('balance-too-small');
    const rich = await club.member({ credits: 1_200n });
    expect(await codeOf(buy(rich, { titleId: await addTitle({ age: 16 }), years: 15 }))).toBe('too-young');
    expect(await codeOf(buy(rich, { titleId: await addTitle({ access: 'free' }) }))).toBe('not-for-sale');
    expect(await codeOf(buy(rich, { titleId: randomUUID() }))).toBe('not-found');
    expect([await availableOf(mira), await availableOf(rich)]).toEqual([499n, 1_200n]);
  });

  test('takes nothing where the house may not take money', async () => {
    const mira = await club.member({ credits: 1_200n });
    const ask = { key: randomUUID(), titleId: title, price: PRICE, hours: 48, yearsOf: async () => 30 };
    const refused = transaction(club.api, (tx) =>
      buyTitle(tx, mira, { ...ask, admit: () => Promise.reject(new Error('payouts are unhealthy')) }),
    );
    await expect(refused).rejects.toThrow('unhealthy');
    expect(await availableOf(mira)).toBe(1_200n);
  });
});

describe('a title that nobody can watch', () => {
  test.each([
    ['was withdrawn', 'update video.title set withdrawn_at = clock.now() where id = $1'],
    ['is not published yet', `update video.title set published_at = clock.now() + interval '1 hour' where id = $1`],
    ['is a draft', 'update video.title set published_at = null where id = $1'],
    ['has no film', 'update video.title set film_id = null where id = $1'],
    ['has a film that is not ready', `update video.film set state = 'waiting' where title_id = $1`],
    [
      'is of a hidden class',
      'update video.class set hidden_at = clock.now() where id = (select class_id from video.title where id = $1)',
    ],
  ])('takes nothing for what %s', async (_, change) => {
    const mira = await club.member({ credits: 1_200n });
    const titleId = await addTitle();
    await club.owner.query(change, [titleId]);
    expect(await codeOf(buy(mira, { titleId }))).toBe('not-found');
    expect(await availableOf(mira)).toBe(1_200n);
  });
});

test('nobody pays for what he has closed to himself', async () => {
  const mira = await club.member({ credits: 1_200n });
  await transaction(club.api, (tx) => setVideoChoice(tx, mira, { access: false }));
  expect(await codeOf(buy(mira))).toBe('films-off');
  expect(await availableOf(mira)).toBe(1_200n);
});

describe('the role of a process, past all of its code,', () => {
  const refused = /row-level security/;
  const row = (member: Identity, id: string = newId()) => ({
    ...{ bucket: member.bucket, member_id: member.memberId, id, title_id: title, day: '2030-01-01', price: PRICE },
    ...{ at: new Date(), until: new Date(Date.now() + HOUR_MS) },
  });

  test('writes no purchase without the transfer that paid for it', async () => {
    const mira = await club.member({ credits: 1_200n });
    await expect(club.api.insertInto('video.purchase').values(row(mira)).execute()).rejects.toThrow(
      /permission denied/,
    );
  });

  test('says of none that it was refunded unless it was, and takes no refund back', async () => {
    const mira = await club.member({ credits: 1_200n });
    const { id } = await buy(mira);
    const update = (refunded_at: Date | null) =>
      club.api.updateTable('video.purchase').set({ refunded_at }).where('id', '=', id).executeTakeFirst();
    await expect(update(new Date())).rejects.toThrow(/permission denied/);
    await refundAs(club, mira, id, ADA);
    await expect(update(null)).rejects.toThrow(/permission denied/);
    expect(await boughtUntil(club.db, mira, title)).toBeNull();
  });

  test('shows no film under a title that it was not sent for', async () => {
    const free = await addTitle({ access: 'free' });
    const { rows } = await club.owner.query('select film_id from video.title where id = $1', [title]);
    const stolen = { film_id: rows[0].film_id };
    const steal = club.jobs.updateTable('video.title').set(stolen).where('id', '=', free).execute();
    await expect(steal).rejects.toThrow(refused);
  });
});

describe('a refund', () => {
  const refund = (member: Identity, { id }: Purchase) => refundAs(club, member, id, ADA);

  test('gives the price back once, and ends the access', async () => {
    const mira = await club.member({ credits: 1_200n });
    const purchase = await buy(mira);
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(refund(mira, purchase))));
    expect(codes.filter((code) => code === 'bought')).toHaveLength(1);
    expect(codes.filter((code) => code === 'too-late')).toHaveLength(9);
    expect(await availableOf(mira)).toBe(1_200n);
    expect(await boughtUntil(club.db, mira, title)).toBeNull();
    await buy(mira);
  });

  test('is of one’s own purchase alone', async () => {
    const [mira, other] = [await club.member({ credits: 1_200n }), await club.member()];
    const purchase = await buy(mira);
    expect(await codeOf(refund(other, purchase))).toBe('not-found');
  });
});

describe('a title that is taken away', () => {
  const takeAway = (id: string) =>
    club.owner.query('update video.title set withdrawn_at = clock.now() where id = $1', [id]);
  const hideClassOf = (id: string, ago: string) =>
    club.owner.query(
      `update video.class set hidden_at = clock.now() - $2::interval
       where id = (select class_id from video.title where id = $1) returning id`,
      [id, ago],
    );
  const MINUTES = 60_000;

  test('gives back what its time still ran for, once, and tells each; what was over stays paid', async () => {
    const sold = await addTitle();
    const [early, late, second] = [await club.member(), await club.member(), await club.member()];
    const before = await availableOf(late);
    await buy(early, { titleId: sold });
    await club.at(club.clock.nowMs() + 48 * HOUR_MS);
    await buy(late, { titleId: sold });
    await buy(second, { titleId: sold });
    await takeAway(sold);
    // For a few minutes, the removal may be a mistake.
    await club.at(club.clock.nowMs() + 9 * MINUTES);
    expect(await refundWithdrawn(club.jobs)).toBe(0);
    await club.at(club.clock.nowMs() + 2 * MINUTES);
    await Promise.all([refundWithdrawn(club.jobs), refundWithdrawn(club.jobs)]);
    const left = [await availableOf(early), await availableOf(late), await availableOf(second)];
    expect(left).toEqual([before - PRICE, before, before]);
    const { rows } = await club.owner.query(
      `select count(*)::int as n from members.message where kind = 'purchase-refunded' and member_id = any ($1)`,
      [[early.memberId, late.memberId, second.memberId]],
    );
    expect(rows[0].n).toBe(2);
  });

  test('is also one whose whole class is hidden', async () => {
    const sold = await addTitle();
    const member = await club.member();
    const before = await availableOf(member);
    await buy(member, { titleId: sold });
    await hideClassOf(sold, '0');
    await club.at(club.clock.nowMs() + 11 * MINUTES);
    expect(await refundWithdrawn(club.jobs)).toBe(1);
    expect(await availableOf(member)).toBe(before);
  });

  test('is also one that is moved into a class hidden long ago, from then on: what was over stays paid', async () => {
    const { rows } = await hideClassOf(await addTitle(), '1 year');
    const [early, late, sold] = [await club.member(), await club.member(), await addTitle()];
    const before = await availableOf(late);
    await buy(early, { titleId: sold });
    await club.at(club.clock.nowMs() + 48 * HOUR_MS);
    await buy(late, { titleId: sold });
    const plan = { classId: rows[0].id, texts: { en: { name: 'Moved', description: '' } } };
    await transaction(club.api, (tx) => changeTitle(tx, sold, plan, 'en'));
    await club.at(club.clock.nowMs() + 9 * MINUTES);
    expect(await refundWithdrawn(club.jobs)).toBe(0);
    await club.at(club.clock.nowMs() + 2 * MINUTES);
    expect(await refundWithdrawn(club.jobs)).toBe(1);
    expect([await availableOf(early), await availableOf(late)]).toEqual([before - PRICE, before]);
  });

  test('gives back the others where one cannot be given back', async () => {
    const sold = await addTitle();
    // A purchase of a member without a balance, which cannot be refunded.
    const broken = newId();
    await club.owner.query(
      `insert into video.purchase (bucket, member_id, id, title_id, day, price, at, until)
       values (0, $1, $1, $2, current_date, 500, clock.now(), clock.now() + interval '2 days')`,
      [broken, sold],
    );
    const fine = await club.member();
    const before = await availableOf(fine);
    await buy(fine, { titleId: sold });
    await takeAway(sold);
    await club.at(club.clock.nowMs() + 11 * MINUTES);
    await expect(refundWithdrawn(club.jobs)).rejects.toThrow();
    expect(await availableOf(fine)).toBe(before);
    await club.owner.query('delete from video.purchase where id = $1', [broken]);
  });

  test('keeps what was paid when it comes back at once', async () => {
    const sold = await addTitle();
    const member = await club.member();
    const before = await availableOf(member);
    await buy(member, { titleId: sold });
    await takeAway(sold);
    await club.owner.query('update video.title set withdrawn_at = null where id = $1', [sold]);
    await club.at(club.clock.nowMs() + 11 * MINUTES);
    await refundWithdrawn(club.jobs);
    expect(await availableOf(member)).toBe(before - PRICE);
  });
});

test('after all of it every balance is the sum of its postings', async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
});
