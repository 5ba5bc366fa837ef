import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../member/src/paths.ts';
import { DAY_MS } from '../../src/durations.ts';
import { BANNER_SCREENS } from '../../src/house/banners.ts';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { call } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { answerOf, openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

function banner(change: Record<string, unknown> = {}) {
  return {
    words: { title: 'The book is open', text: 'Every draw stands in it.' },
    texts: { mn: { title: 'Ном нээлттэй', text: '' } },
    link: '/Book',
    position: 5,
    made: 'made-2',
    fromMs: null,
    untilMs: null,
    ...change,
  };
}

async function make(change: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await at.post('/api/console/banners', banner(change), at.staff.content);
  expect(status).toBe(201);
  return String(body.id);
}

async function put(path: string, body: unknown, who = at.staff.content) {
  return answerOf(await call(at.server, path, { method: 'PUT', body, cookie: who.cookie }));
}

/** Ids of the banners on Home. */
async function shown(): Promise<unknown[]> {
  const { body } = await at.get('/api/house');
  return body.banners?.map(({ id }) => id) ?? [];
}

test('banners lead to the screens of the app and to no other', () => {
  const led = Object.values(routes).filter(({ access }) => access !== 'link');
  const paths = led.map(({ path }) => path.slice(1));
  expect([...BANNER_SCREENS].sort()).toEqual(paths.sort());
});

test.each([
  ['an account', 'Top up by DE89 3704 0044 0532 0130 00 this week'],
  ['an address', 'Claim it at https://club.example'],
  ['a host and a path', 'Write to t.me/desk'],
  ['a card', '4111 1111 1111 1111'],
])('no words for members name %s', async (_, words) => {
  const code = words.startsWith('4') ? 'card-bad' : 'words-lead-out';
  const texts = (text: string) => [{ locale: 'en', title: 'Notice', text }];
  const member = `/api/console/members/${(await at.club.member()).memberId}`;
  const service = { open: true, hours: '24/7', why: 'as agreed' };
  const help = { arrival: '', helpTitle: '', helpText: words };
  const untilMs = at.club.clock.nowMs() + DAY_MS;
  const { content, finance, support, owner } = at.staff;
  const answers = [
    await at.post('/api/console/notices', { texts: texts(words), fromMs: null, untilMs: null }, content),
    await at.post('/api/console/banners', banner({ words: { title: 'Now', text: words } }), content),
    await put('/api/console/service', { ...service, texts: { en: help } }, owner),
    await at.post(`${member}/suspension`, { why: words, untilMs }, support),
    await at.post(`${member}/withdrawals/${randomUUID()}/refuse`, { reason: 'authority-order', words }, finance),
    await at.post(`${member}/complaints/${randomUUID()}/answer`, { words }, support),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => code));
});

describe('a banner', () => {
  test('is shown in its order and at its time, with its words in each language, until it is withdrawn', async () => {
    const now = at.club.clock.nowMs();
    const last = await make({ position: 9 });
    const first = await make({ position: 1, fromMs: now - 1, untilMs: now + DAY_MS });
    const later = await make({ position: 2, fromMs: now + DAY_MS });
    const over = await make({ position: 3, untilMs: now });
    expect(await shown()).toEqual([first, last]);
    const { body: house } = await at.get('/api/house');
    expect(house.banners?.[0]).toEqual({
      id: first,
      title: 'The book is open',
      text: 'Every draw stands in it.',
      link: '/Book',
      picture: { kind: 'made', id: 'made-2' },
    });
    await at.at(now + DAY_MS);
    expect(await shown()).toEqual([later, last]);
    const gone = await call(at.server, `/api/console/banners/${last}`, {
      method: 'DELETE',
      cookie: at.staff.content.cookie,
    });
    expect(gone.status).toBe(204);
    expect(await shown()).toEqual([later]);
    const list = await at.get('/api/console/banners', at.staff.auditor);
    expect(list.body.items?.map(({ id }) => id)).toEqual([first, later, over, last]);
    expect((await put(`/api/console/banners/${last}`, banner())).status).toBe(404);
    for (const id of [first, later, over]) {
      await call(at.server, `/api/console/banners/${id}`, { method: 'DELETE', cookie: at.staff.content.cookie });
    }
  });

  test('changes, with what was there before on record', async () => {
    const id = await make();
    const words = { title: 'Checked by you', text: '' };
    expect((await put(`/api/console/banners/${id}`, banner({ words }))).body).toMatchObject({ id, words });
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'banner-changed',
      before: { words: { title: 'The book is open' } },
      after: { words },
    });
  });

  test.each([
    ['an address elsewhere', { link: 'https://elsewhere.example/' }],
    ['an address without a scheme', { link: '//elsewhere.example' }],
    ['a script', { link: 'javascript:alert(1)' }],
    ['a call of the server', { link: '/api/session' }],
    ['a screen that the app has not', { link: '/Prizes' }],
  ])('leads to no %s', async (_, change) => {
    const { body } = await at.post('/api/console/banners', banner(change), at.staff.content);
    expect(body.code).toBe('link-bad');
  });

  test('takes nothing that it does not have', async () => {
    for (const change of [
      { made: 'made-99' },
      { texts: { 'x"y': { title: 'a', text: '' } } },
      { position: -1 },
      { admin: true },
    ]) {
      expect((await at.post('/api/console/banners', banner(change), at.staff.content)).status).toBe(400);
    }
    const back = { fromMs: 2_000, untilMs: 1_000 };
    expect((await at.post('/api/console/banners', banner(back), at.staff.content)).body.code).toBe('date-bad');
    expect((await at.post('/api/console/banners', banner(), at.staff.support)).status).toBe(403);
  });

  test('has a picture that the server draws anew, or none', async () => {
    const id = await make({ made: null });
    const picture = `/api/console/banners/${id}/picture`;
    expect((await call(at.server, `/api/banners/${id}/picture`)).status).toBe(404);
    const red = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer();
    const send = async (bytes: Buffer) =>
      answerOf(
        await fetch(`${at.server.address}${picture}`, {
          method: 'PUT',
          headers: {
            origin: at.server.address,
            cookie: at.staff.content.cookie,
            'content-type': 'image/jpeg',
            ...callerHeader(picture, at.staff.content.cookie),
          },
          body: new Uint8Array(bytes),
        }),
      );
    expect((await send(Buffer.from('no picture'))).body.code).toBe('picture-bad');
    const done = await send(red);
    expect(done.status).toBe(200);
    const { pictureVersion } = done.body;
    const shownPicture = await call(at.server, `/api/banners/${id}/picture?v=${pictureVersion}`);
    expect(shownPicture.headers.get('content-type')).toBe('image/webp');
    const drawn = await sharp(Buffer.from(await shownPicture.arrayBuffer())).metadata();
    expect(drawn).toMatchObject({ format: 'webp', width: 960, height: 400 });
    expect(drawn.exif).toBeUndefined();
    expect((await put(`/api/console/banners/${id}`, banner({ made: 'made-1' }))).body.pictureVersion).toBeNull();
    expect((await call(at.server, `/api/banners/${id}/picture`)).status).toBe(404);
  });
});

describe('invites of the house', () => {
  const batch = (change: Record<string, unknown> = {}) => ({
    purpose: 'The spring fair',
    invites: 3,
    days: 7,
    ...change,
  });

  function joinWith(inviteCode: string, userName: string): Promise<Response> {
    const form = { userName, password: 'a lamp in the window', inviteCode, birthDate: '1990-01-01' };
    const agreed = { agreementVersion: CURRENT_AGREEMENT, accepted: ['terms', 'rules', 'privacy'] };
    return call(at.server, '/api/members', { body: { ...form, ...agreed } });
  }

  test('are made many at a time, each for one person; their codes are shown once and stand nowhere', async () => {
    const { status, body } = await at.post('/api/console/invites', batch(), at.staff.content);
    expect(status).toBe(201);
    const codes = body.codes as string[];
    expect(new Set(codes).size).toBe(3);
    const tried = await Promise.all(['Nina.a', 'Nina.b'].map((name) => joinWith(codes[0] ?? '', name)));
    expect(tried.map((answer) => answer.status).sort()).toEqual([201, 422]);
    const read = await at.get(`/api/console/invites/${body.id}`, at.staff.owner);
    expect(read.body).toMatchObject({
      purpose: 'The spring fair',
      madeBy: { name: at.staff.content.name },
      used: 1,
      open: 2,
      items: [
        { nth: 1, state: 'used' },
        { nth: 2, state: 'open', usedBy: null },
        { nth: 3, state: 'open' },
      ],
    });
    for (const text of [JSON.stringify(read.body), JSON.stringify(await at.acts())]) {
      for (const code of codes) expect(text).not.toContain(code);
    }
  });

  test('are taken back one by one or all, but for those that were used', async () => {
    const { body } = await at.post('/api/console/invites', batch(), at.staff.content);
    const codes = body.codes as string[];
    const path = `/api/console/invites/${body.id}/withdraw`;
    expect((await joinWith(codes[0] ?? '', 'Oda.a')).status).toBe(201);
    const why = 'sent to the wrong list';
    expect((await at.post(path, { why, nth: 1 }, at.staff.content)).body.code).toBe('too-late');
    expect((await at.post(path, { why, nth: 4 }, at.staff.content)).status).toBe(404);
    expect((await at.post(path, { why, nth: 2 }, at.staff.content)).body).toEqual({ withdrawn: 1 });
    expect((await joinWith(codes[1] ?? '', 'Oda.b')).status).toBe(422);
    expect((await at.post(path, { why }, at.staff.content)).body).toEqual({ withdrawn: 2 });
    expect((await joinWith(codes[2] ?? '', 'Oda.c')).status).toBe(422);
    const list = await at.get('/api/console/invites?limit=1', at.staff.auditor);
    expect(list.body.items?.[0]).toMatchObject({ id: body.id, used: 1, withdrawn: 2, open: 0 });
  });

  test('run out, and are not made without end', async () => {
    const { body } = await at.post('/api/console/invites', batch({ invites: 1, days: 1 }), at.staff.owner);
    await at.at(at.club.clock.nowMs() + DAY_MS);
    expect((await joinWith((body.codes as string[])[0] ?? '', 'Pia.a')).status).toBe(422);
    expect((await at.get(`/api/console/invites/${body.id}`, at.staff.owner)).body).toMatchObject({ expired: 1 });
    for (const change of [{ invites: 0 }, { invites: 201 }, { days: 91 }, { purpose: ' ' }]) {
      expect((await at.post('/api/console/invites', batch(change), at.staff.content)).status).toBe(400);
    }
  });
});
