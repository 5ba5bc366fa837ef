import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../http/server.ts';
import { openTransaction, untilSomebodyWaits } from '../kit/locks.ts';
import { animated, HTML, SVG } from '../kit/pictures.ts';
import { openLibrary, type TestLibrary, titleBody } from './library.ts';

let at: TestLibrary;
beforeAll(async () => {
  at = await openLibrary();
});
afterAll(() => at.close());

const lastAct = async () => (await at.acts()).at(-1);
const stateOf = async (id: string) => (await at.send('GET', `videos/${id}`)).body.state;

/** Adds a ready film without files. Returns its id. */
async function giveFilm(titleId: string): Promise<string> {
  const filmId = randomUUID();
  await at.club.owner.query(
    `insert into video.film (id, title_id, state, file_name, bytes, received, duration_ms, preview_ms, made, ready_at)
     values ($1, $2, 'ready', 'a.mp4', 1, 1, 8000, 4000, $3, clock.now())`,
    [filmId, titleId, JSON.stringify({ width: 320, height: 180, sizes: ['320x180'], hasThumbnails: false, files: [] })],
  );
  await at.club.owner.query('update video.title set film_id = $1 where id = $2', [filmId, titleId]);
  return filmId;
}

describe('a class', () => {
  test('is made, called something else, moved and hidden, with what was there before on record', async () => {
    const id = await at.makeClass({ slug: 'sea', position: 2 });
    expect(await lastAct()).toMatchObject({ act: 'video-class-created', subject: `video-class/${id}` });
    const plan = { texts: { en: { name: 'Sea' }, mn: { name: 'Далай' } }, position: 1, hidden: true };
    const changed = await at.send('PATCH', `video-classes/${id}`, plan);
    expect(changed).toMatchObject({ status: 200, body: { ...plan, id, slug: 'sea', titles: 0 } });
    expect(await lastAct()).toMatchObject({
      act: 'video-class-changed',
      before: { hidden: false, position: 2 },
      after: { hidden: true, position: 1 },
    });
    const { body } = await at.send('GET', 'video-classes', undefined, at.staff.auditor);
    expect(body.items).toContainEqual(expect.objectContaining(plan));
  });

  test('has a slug of its own, and a name in the house’s language', async () => {
    await at.makeClass({ slug: 'taken' });
    const plan = { slug: 'taken', texts: { en: { name: 'Twice' } }, position: 0, hidden: false };
    expect((await at.send('POST', 'video-classes', plan)).body).toMatchObject({ code: 'already-set' });
    const nameless = { ...plan, slug: 'free', texts: { mn: { name: 'Далай' } } };
    expect((await at.send('POST', 'video-classes', nameless)).body).toMatchObject({
      code: 'fill-in',
      fields: { texts: 'fill-in' },
    });
    for (const slug of ['', 'Sea', '../up', 'a b', '-a', 'x'.repeat(33)]) {
      expect((await at.send('POST', 'video-classes', { ...plan, slug })).status, slug).toBe(400);
    }
    expect((await at.send('PATCH', `video-classes/${randomUUID()}`, { ...plan, slug: undefined })).status).toBe(404);
  });
});

describe('a title', () => {
  test('is a draft until it is published, waits for its film, and is shown; then it is withdrawn, and shown again', async () => {
    const id = await at.makeTitle();
    expect(await lastAct()).toMatchObject({ act: 'video-created', subject: `video/${id}` });
    expect(await stateOf(id)).toBe('draft');
    const shown = async () => (await at.get(`/api/videos/${id}`)).status;
    expect((await at.send('POST', `videos/${id}/publish`)).body).toMatchObject({ state: 'waiting' });
    expect(await shown()).toBe(404);
    await giveFilm(id);
    expect(await stateOf(id)).toBe('shown');
    expect(await shown()).toBe(200);
    expect((await at.send('POST', `videos/${id}/publish`)).body.code).toBe('too-late');
    expect((await at.send('POST', `videos/${id}/withdraw`, { why: ' ' })).body.code).toBe('reason-needed');
    const why = 'The rights have ended.';
    expect((await at.send('POST', `videos/${id}/withdraw`, { why })).body).toMatchObject({ state: 'withdrawn' });
    expect(await lastAct()).toMatchObject({
      act: 'video-withdrawn',
      why,
      before: { state: 'shown' },
      after: { state: 'withdrawn' },
    });
    expect(await shown()).toBe(404);
    expect((await at.send('POST', `videos/${id}/withdraw`, { why })).body.code).toBe('too-late');
    expect((await at.send('POST', `videos/${id}/publish`)).body).toMatchObject({ state: 'shown' });
  });

  test('that is published with a film is shown unless its class is hidden', async () => {
    const classId = await at.makeClass();
    const id = await at.makeTitle({ classId });
    await giveFilm(id);
    await at.send('POST', `videos/${id}/publish`);
    expect((await at.get(`/api/videos/${id}`)).status).toBe(200);
    await at.send('PATCH', `video-classes/${classId}`, { texts: { en: { name: 'x' } }, position: 0, hidden: true });
    expect((await at.get(`/api/videos/${id}`)).status).toBe(404);
  });

  test.each([
    [{ kind: 'free' }],
    [{ kind: 'balance', balanceMinor: '5000' }],
    [{ kind: 'bought', priceMinor: '500', hours: 48 }],
    [{ kind: 'house' }],
  ])('opens by %j', async (access) => {
    const id = await at.makeTitle({ access: { kind: 'bought', priceMinor: '1', hours: 1 } });
    const { body } = await at.send('PATCH', `videos/${id}`, { access });
    expect(body.access).toEqual(access);
    expect(await lastAct()).toMatchObject({ before: { access: { priceMinor: '1' } }, after: { access } });
  });

  test('has chapters by language, which members read in theirs', async () => {
    const id = await at.makeTitle();
    await giveFilm(id);
    await at.send('POST', `videos/${id}/publish`);
    const words = { name: 'Tides', description: '' };
    const chapters = [
      { atMs: 0, title: 'Low water' },
      { atMs: 7_999, title: 'High water' },
    ];
    const texts = { en: { ...words, chapters }, mn: words };
    expect((await at.send('PATCH', `videos/${id}`, { texts })).body.texts).toEqual(texts);
    const read = async (language: string) => {
      const headers = { 'accept-language': language };
      return ((await (await call(at.server, `/api/videos/${id}`, { headers })).json()) as { chapters: object[] })
        .chapters;
    };
    expect(await read('en')).toEqual(chapters);
    expect(await read('mn')).toEqual(chapters);
    expect((await at.send('PATCH', `videos/${id}`, { age: 12 })).status).toBe(200);
    expect(await read('en')).toEqual(chapters);
    expect(await lastAct()).toMatchObject({ act: 'video-changed', after: { age: 12 } });
  });

  test('has no chapter out of order, behind its film or without a title', async () => {
    const id = await at.makeTitle();
    await giveFilm(id);
    const send = async (...starts: number[]) => {
      const chapters = starts.map((atMs) => ({ atMs, title: 'x' }));
      return (await at.send('PATCH', `videos/${id}`, { texts: { en: { name: 'x', description: '', chapters } } })).body;
    };
    for (const starts of [[5, 5], [5, 4], [8_000]]) {
      expect(await send(...starts)).toMatchObject({ code: 'fill-in', fields: { chapters: 'fill-in' } });
    }
    for (const starts of [[-1], [0.5], Array.from({ length: 51 }, (_, n) => n)]) {
      expect((await send(...starts)).code).toBe('invalid-body');
    }
    const texts = { en: { name: 'x', description: '', chapters: [{ atMs: 0, title: ' ' }] } };
    expect((await at.send('PATCH', `videos/${id}`, { texts })).status).toBe(400);
    expect(await send(0, 7_999)).toMatchObject({ texts: { en: { chapters: [{ atMs: 0 }, { atMs: 7_999 }] } } });
  });

  test('keeps what is not named, and two who change it at once both have their way', async () => {
    const id = await at.makeTitle({ age: 12, recommended: true });
    const held = await openTransaction(at.club.pool);
    await held.client.query('select from video.title where id = $1 for update', [id]);
    const both = Promise.all([
      at.send('PATCH', `videos/${id}`, { startMs: 5_000 }),
      at.send('PATCH', `videos/${id}`, { age: 16 }, at.staff.owner),
    ]);
    await untilSomebodyWaits(at.club.owner);
    await held.commit();
    expect((await both).map(({ status }) => status)).toEqual([200, 200]);
    expect((await at.send('GET', `videos/${id}`)).body).toMatchObject({ age: 16, startMs: 5_000, recommended: true });
  });

  test('is published once by two who do so at once', async () => {
    const id = await at.makeTitle();
    const held = await openTransaction(at.club.pool);
    await held.client.query('select from video.title where id = $1 for update', [id]);
    const both = Promise.all([at.send('POST', `videos/${id}/publish`), at.send('POST', `videos/${id}/publish`)]);
    await untilSomebodyWaits(at.club.owner);
    await held.commit();
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await at.acts()).filter(({ act }) => act === 'video-published')).toHaveLength(1);
  });

  test.each([
    ['for adults alone', { age: 18 }],
    ['of no age', { age: 7 }],
    ['for a price of nothing', { access: { kind: 'bought', priceMinor: '0', hours: 1 } }],
    ['for less than nothing', { access: { kind: 'bought', priceMinor: '-5', hours: 1 } }],
    ['for a part of a cent', { access: { kind: 'bought', priceMinor: '1.5', hours: 1 } }],
    ['for no time', { access: { kind: 'bought', priceMinor: '5', hours: 0 } }],
    ['with a price and a balance', { access: { kind: 'bought', priceMinor: '5', hours: 1, balanceMinor: '5' } }],
    ['for everybody’s money', { access: { kind: 'balance', balanceMinor: '99999999999999999999' } }],
    ['that begins before itself', { startMs: -1 }],
    ['in a language that the club does not speak', { texts: { en: { name: 'x', description: '' }, xx: {} } }],
    ['without a name', { texts: { en: { name: ' ', description: '' } } }],
    ['with a line that ends', { texts: { en: { name: 'a\nb', description: '' } } }],
    ['with more than there is', { admin: true }],
  ])('is not made %s', async (_, change) => {
    const classId = await at.makeClass();
    expect((await at.send('POST', 'videos', { ...titleBody(classId), ...change })).status).toBe(400);
  });

  test('has a name in the house’s language, a class that is there, and words that lead nowhere', async () => {
    const classId = await at.makeClass();
    const body = titleBody(classId);
    const refused = async (change: object) => (await at.send('POST', 'videos', { ...body, ...change })).body;
    const mn = { mn: { name: 'Далай', description: '' } };
    expect(await refused({ texts: mn })).toMatchObject({ code: 'fill-in', fields: { texts: 'fill-in' } });
    expect(await refused({ classId: randomUUID() })).toMatchObject({ fields: { classId: 'fill-in' } });
    const away = { en: { name: 'Tides', description: 'More at https://elsewhere.example/' } };
    expect(await refused({ texts: away })).toMatchObject({ code: 'words-lead-out' });
    const id = await at.makeTitle();
    expect((await at.send('PATCH', `videos/${id}`, { texts: mn })).body.code).toBe('fill-in');
    expect((await at.send('PATCH', `videos/${id}`, { texts: away })).body.code).toBe('words-lead-out');
  });

  test('is found by class, by state and by a part of its name in any language, page by page', async () => {
    const classId = await at.makeClass();
    const texts = (mn: string) => ({ en: { name: 'One', description: '' }, mn: { name: mn, description: '' } });
    const first = await at.makeTitle({ classId, texts: texts('100% далай') });
    const second = await at.makeTitle({ classId, texts: texts('Уул') });
    const found = async (query: string) =>
      (await at.send('GET', `videos?classId=${classId}&${query}`)).body.items?.map(({ id }) => id);
    expect(await found('')).toEqual([second, first]);
    expect(await found(`search=${encodeURIComponent('0% ДАЛ')}`)).toEqual([first]);
    expect(await found(`search=${encodeURIComponent('_')}`)).toEqual([]);
    expect(await found(`search=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
    await at.send('POST', `videos/${second}/publish`);
    expect(await found('state=waiting')).toEqual([second]);
    expect(await found('state=draft')).toEqual([first]);
    const page = (await at.send('GET', `videos?classId=${classId}&limit=1`)).body;
    expect(page).toMatchObject({ total: 2, items: [{ id: second }] });
    expect(await found(`limit=1&cursor=${String(page.nextCursor)}`)).toEqual([first]);
  });
});

describe('a cover', () => {
  const picture = () => sharp({ create: { width: 900, height: 900, channels: 3, background: 'teal' } });

  test('is drawn anew, 640 by 360, and is there for the staff before the title is shown', async () => {
    const id = await at.makeTitle();
    expect((await at.send('GET', `videos/${id}/cover`)).status).toBe(404);
    const sent = await at.sendBytes(`videos/${id}/cover`, await picture().jpeg().toBuffer(), { type: 'image/jpeg' });
    expect(sent).toMatchObject({ status: 200, body: { coverVersion: expect.stringMatching(/^[0-9a-f]{16}$/) } });
    expect(await lastAct()).toMatchObject({ act: 'video-cover-changed', before: { coverVersion: null } });
    const seen = await fetch(`${at.server.address}/api/console/videos/${id}/cover`, {
      headers: { cookie: at.staff.auditor.cookie },
    });
    expect(seen.headers.get('content-security-policy')).toContain('sandbox');
    const { width, height, format } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 640, height: 360, format: 'webp' });
    expect((await at.get(`/api/videos/${id}/cover`)).status).toBe(404);
  });

  test('is no page, drawing, moving picture or half of one', async () => {
    const id = await at.makeTitle();
    const half = (await picture().png().toBuffer()).subarray(0, 200);
    for (const bytes of [Buffer.from(HTML), Buffer.from(SVG), await animated('webp'), half, Buffer.alloc(0)]) {
      expect((await at.sendBytes(`videos/${id}/cover`, bytes, { type: 'image/png' })).body.code).toBe('picture-bad');
    }
    const large = await at.sendBytes(`videos/${id}/cover`, Buffer.alloc(4_200_000), { type: 'image/png' });
    expect(large.body.code).toBe('body-too-large');
  });
});

describe('what the house asks where a title says nothing', () => {
  const post = (body: object) => at.send('POST', 'video-terms', { why: 'as agreed', ...body });

  test('is kept in versions, and holds at once', async () => {
    expect((await at.send('GET', 'video-terms')).body.now).toMatchObject({ version: 0, access: 'free' });
    const terms = { access: 'balance', balanceMinor: '5000', startMs: 10_000 };
    expect(await post(terms)).toMatchObject({ status: 201, body: { ...terms, version: 1 } });
    expect(await lastAct()).toMatchObject({ act: 'video-terms-set', why: 'as agreed', before: { version: 0 } });
    await post({ access: 'free', balanceMinor: null, startMs: 0 });
    const { now, before } = (await at.send('GET', 'video-terms', undefined, at.staff.auditor)).body;
    expect(now).toMatchObject({ version: 2, access: 'free' });
    expect(before).toEqual([expect.objectContaining({ ...terms, version: 1 })]);
  });

  test('is whole, and has a reason', async () => {
    expect((await post({ access: 'balance', balanceMinor: null, startMs: 0 })).body.code).toBe('fill-in');
    expect((await post({ access: 'free', balanceMinor: '5', startMs: 0 })).body.code).toBe('fill-in');
    expect((await post({ access: 'bought', balanceMinor: null, startMs: 0 })).status).toBe(400);
    const reasonless = { access: 'free', balanceMinor: null, startMs: 0, why: '' };
    expect((await post(reasonless)).body.code).toBe('reason-needed');
  });
});
