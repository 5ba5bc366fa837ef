import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { writeSwitch } from '../../src/payments/rules/money-switch.ts';
import { countPlays } from '../../src/video/play-counts.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addClass, addFilm, addTitle, type FilmFolder, openFilmFolder } from '../kit/films.ts';

let club: Club;
let folder: FilmFolder;
let server: TestServer;
let mira: SignedIn;
let nature: string;
let clocks: string;
const titles: Record<string, string> = {};

beforeAll(async () => {
  club = await openClub();
  folder = openFilmFolder();
  [nature, clocks] = [await addClass(club, 'Nature'), await addClass(club, 'Clocks')];
  const plans = [
    { name: 'Tides', classId: nature },
    { name: '100% rain', classId: nature, balance: 5_000n },
    { name: 'Ferns_grow', classId: nature, price: 500n, recommended: true },
    { name: 'Escapement', classId: clocks, age: 16, recommended: true },
  ];
  for (const plan of plans) {
    await club.at(club.clock.nowMs() + 60_000);
    titles[plan.name] = (await addFilm(club, folder, { ...plan, seconds: 5 })).titleId;
  }
  titles.draft = (
    await addFilm(club, folder, { name: 'Draft', seconds: 5, isPublished: false, classId: nature })
  ).titleId;
  titles.bare = await addTitle(club, { name: 'Without a film', classId: nature });
  server = await openServer(club, {
    films: { store: { kind: 'disk', folder: folder.path }, accel: null, searchPath: '' },
  });
  mira = await signIn(club, await club.member({ credits: 1_000n }));
});
afterAll(async () => {
  await server.stop();
  await club.close();
  folder.remove();
});

type Body = Record<string, never> & { items: Record<string, never>[]; total: number; nextCursor: string | null };
async function get<T = Body>(path: string, cookie?: string, headers: Record<string, string> = {}): Promise<T> {
  const response = await call(server, path, { ...(cookie ? { cookie } : {}), headers });
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}
const names = async (query: string) => (await get(`/api/videos?${query}`)).items.map(({ name }) => name);

describe('the list', () => {
  test('shows what is published and has a film, newest first, and counts it', async () => {
    expect(await names('')).toEqual(['Escapement', 'Ferns_grow', '100% rain', 'Tides']);
    expect((await get('/api/videos')).total).toBe(4);
  });

  test('goes on page by page, also when something is added in between', async () => {
    const first = await get('/api/videos?limit=2');
    const second = await get(`/api/videos?limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(await names(''));
    expect(second.nextCursor).toBeNull();
  });

  test('is narrowed by class and by a part of a name, and takes what is typed as it stands', async () => {
    const { items } = await get<{ items: { slug: string; name: string; titles: number }[] }>('/api/video-classes');
    expect(items.map(({ name, titles: count }) => [name, count]).sort()).toEqual([
      ['Clocks', 1],
      ['Nature', 3],
    ]);
    const slug = items.find(({ name }) => name === 'Clocks')?.slug;
    expect(await names(`class=${slug}`)).toEqual(['Escapement']);
    expect(await names('search=tide')).toEqual(['Tides']);
    expect(await names('search=%25')).toEqual(['100% rain']);
    expect(await names('search=_')).toEqual(['Ferns_grow']);
    expect(await names('search=%5C')).toEqual([]);
  });

  test('says at the door what each costs or asks for, and whether it is open to who looks', async () => {
    const open = async (cookie?: string) => {
      const { items } = await get<{ items: { name: string; access: object; open: boolean | null }[] }>(
        '/api/videos',
        cookie,
      );
      return Object.fromEntries(items.map(({ name, access, open: isOpen }) => [name, { access, isOpen }]));
    };
    expect(await open()).toMatchObject({
      Tides: { access: { kind: 'free' }, isOpen: null },
      '100% rain': { access: { kind: 'balance', balanceMinor: '5000' }, isOpen: null },
      Ferns_grow: { access: { kind: 'bought', priceMinor: '500', hours: 48 }, isOpen: null },
    });
    expect(await open(mira.cookie)).toMatchObject({
      Tides: { isOpen: true },
      '100% rain': { isOpen: false },
      Ferns_grow: { isOpen: false },
    });
  });

  test('leaves out a class that is hidden, and a title that was withdrawn; neither can be opened by its id', async () => {
    await club.owner.query('update video.class set hidden_at = clock.now() where id = $1', [clocks]);
    await club.owner.query('update video.title set withdrawn_at = clock.now() where id = $1', [titles.Tides]);
    try {
      expect(await names('')).toEqual(['Ferns_grow', '100% rain']);
      for (const id of [titles.Escapement, titles.Tides, titles.draft, titles.bare, randomUUID()]) {
        for (const path of ['', '/cover']) expect((await call(server, `/api/videos/${id}${path}`)).status).toBe(404);
        expect((await call(server, `/api/videos/${id}/watch`, { method: 'POST' })).status).toBe(404);
      }
    } finally {
      await club.owner.query('update video.class set hidden_at = null');
      await club.owner.query('update video.title set withdrawn_at = null where id = $1', [titles.Tides]);
    }
  });

  test('speaks the reader’s language where there are words in it', async () => {
    const texts = { en: { name: 'Tides' }, mn: { name: 'Далайн түрлэг' } };
    await club.owner.query('update video.title set texts = $2 where id = $1', [titles.Tides, JSON.stringify(texts)]);
    const read = (language: string) =>
      get<{ name: string; locale: string }>(`/api/videos/${titles.Tides}`, undefined, { 'accept-language': language });
    expect(await read('mn')).toMatchObject({ name: 'Далайн түрлэг', locale: 'mn' });
    expect(await read('ko, en;q=0.5')).toMatchObject({ name: 'Tides', locale: 'en' });
    expect(await names(`search=${encodeURIComponent('түрлэг')}`)).toHaveLength(1);
  });
});

describe('a title', () => {
  test('for a balance opens with it, and shuts again when it goes', async () => {
    const rich = await signIn(club, await club.member({ credits: 5_000n }));
    const lock = async () => (await get<{ lock: unknown }>(`/api/videos/${titles['100% rain']}`, rich.cookie)).lock;
    expect(await lock()).toBeNull();
    const headers = { 'idempotency-key': randomUUID() };
    const bought = { body: { priceMinor: '500', hours: 48 }, headers, cookie: rich.cookie };
    expect((await call(server, `/api/videos/${titles.Ferns_grow}/purchases`, bought)).status).toBe(201);
    expect(await lock()).toEqual({ why: 'balance', balanceMinor: '5000', missingMinor: '500' });
  });

  test('is not open to who is too young for it, whatever he has', async () => {
    const young = await signIn(club, await club.member());
    await club.owner.query(
      `update members.member set birth_date = (to_timestamp($2) - interval '15 years')::date where member_id = $1`,
      [young.memberId, club.clock.nowMs() / 1_000],
    );
    const { lock } = await get<{ lock: unknown }>(`/api/videos/${titles.Escapement}`, young.cookie);
    expect(lock).toEqual({ why: 'too-young', age: 16 });
  });

  test('is shut by the member’s own switch, and opened by it again', async () => {
    const member = await signIn(club, await club.member());
    const set = (body: object) =>
      call(server, '/api/me/video-choices', { method: 'PATCH', body, cookie: member.cookie });
    const kind = async () => {
      const response = await call(server, `/api/videos/${titles.Tides}/watch`, {
        method: 'POST',
        cookie: member.cookie,
      });
      return ((await response.json()) as { kind: string }).kind;
    };
    expect(await kind()).toBe('full');
    await set({ access: false });
    expect(await kind()).toBe('preview');
    await set({ access: true });
    expect(await kind()).toBe('full');
  });

  test('has a picture, its film’s own where the staff gave none', async () => {
    const { cover } = await get<{ cover: string }>(`/api/videos/${titles.Tides}`);
    const poster = await call(server, cover);
    expect(poster.headers.get('content-type')).toBe('image/jpeg');
    expect(poster.headers.get('cache-control')).toContain('immutable');
    const picture = Buffer.from('RIFF....WEBP');
    await club.owner.query('insert into video.cover values ($1, $2, $3)', [titles.Tides, 'v2', picture]);
    const next = (await get<{ cover: string }>(`/api/videos/${titles.Tides}`)).cover;
    expect(next).not.toBe(cover);
    expect((await call(server, next)).headers.get('content-type')).toBe('image/webp');
  });
});

describe('a purchase', () => {
  const buy = ({ cookie }: SignedIn, body: object = { priceMinor: '500', hours: 48 }) =>
    call(server, `/api/videos/${titles.Ferns_grow}/purchases`, {
      ...{ body, cookie, headers: { 'idempotency-key': randomUUID() } },
    });
  const codeOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { code?: string }).code;

  test('is refused while payouts are unhealthy, to who has taken a break, and in a restricted session', async () => {
    const [open, resting] = [await signIn(club, await club.member()), await signIn(club, await club.member())];
    await transaction(club.jobs, (tx) => writeSwitch(tx, false, 'payouts-failing'));
    expect(await codeOf(buy(open))).toBe('payouts-unhealthy');
    await transaction(club.jobs, (tx) => writeSwitch(tx, true, 'payouts-healthy'));
    await club.owner.query(
      `insert into members.exclusion (bucket, member_id, id, kind, from_at, hours)
       values ($1, $2, gen_random_uuid(), 'time-out', clock.now(), 24)`,
      [resting.bucket, resting.memberId],
    );
    expect(await codeOf(buy(resting))).toBe('excluded');
    expect(await codeOf(buy(await signIn(club, open, true)))).toBe('suspended');
    expect((await buy(open)).status).toBe(201);
  });

  test('takes no price that is none, nor a call without a key or by a visitor', async () => {
    const member = await signIn(club, await club.member());
    for (const priceMinor of ['0', '-500', '5e2', '500.0', ' 500', '']) {
      expect(await codeOf(buy(member, { priceMinor, hours: 48 })), priceMinor).toBe('bad-amount');
    }
    for (const hours of [0, -1, 1.5, '48'])
      expect(await codeOf(buy(member, { priceMinor: '500', hours }))).toBe('invalid-body');
    const path = `/api/videos/${titles.Ferns_grow}/purchases`;
    const body = { priceMinor: '500', hours: 48 };
    expect(await codeOf(call(server, path, { body, cookie: member.cookie }))).toBe('key-needed');
    expect(await codeOf(call(server, path, { body, headers: { 'idempotency-key': randomUUID() } }))).toBe('signed-out');
  });
});

describe('what Home shows', () => {
  test('is the three most watched by rank, and what is recommended', async () => {
    const viewers = await Promise.all((await club.members(3)).map((member) => signIn(club, member)));
    const play = (name: string, { cookie }: SignedIn) =>
      call(server, `/api/videos/${titles[name]}/plays`, { method: 'POST', cookie });
    for (const viewer of viewers) await play('Escapement', viewer);
    for (const viewer of viewers.slice(0, 2)) await play('Tides', viewer);
    await countPlays(club.jobs);
    const home = await get<{ hot: { name: string; plays: number }[]; recommended: { name: string }[] }>(
      '/api/videos/featured',
    );
    expect(home.hot.slice(0, 2).map(({ name, plays }) => [name, plays])).toEqual([
      ['Escapement', 3],
      ['Tides', 2],
    ]);
    expect(home.hot).toHaveLength(3);
    expect(home.recommended.map(({ name }) => name)).toEqual(['Escapement', 'Ferns_grow']);
  });

  test('counts a play once a member and hour, however often it is told and counted', async () => {
    const viewer = await signIn(club, await club.member());
    const plays = async () => {
      await Promise.all([countPlays(club.jobs), countPlays(club.jobs)]);
      return (await get<{ plays: number }>(`/api/videos/${titles['100% rain']}`)).plays;
    };
    const path = `/api/videos/${titles['100% rain']}/plays`;
    const reported = await Promise.all(
      Array.from({ length: 5 }, () => call(server, path, { method: 'POST', cookie: viewer.cookie })),
    );
    expect(reported.every(({ status }) => status === 204)).toBe(true);
    expect(await plays()).toBe(1);
    await club.at(club.clock.nowMs() + 3_600_000);
    await call(server, path, { method: 'POST', cookie: viewer.cookie });
    expect(await plays()).toBe(2);
    // The viewer is forgotten two hours later; the count stays.
    const stored = async () =>
      (await club.owner.query('select from video.play where member_id = $1', [viewer.memberId])).rowCount;
    await club.at(club.clock.nowMs() + 3 * 3_600_000);
    expect(await stored()).toBe(2);
    expect(await plays()).toBe(2);
    expect(await stored()).toBe(0);
    // Watching the preview does not count.
    expect(
      (await call(server, `/api/videos/${titles.Ferns_grow}/plays`, { method: 'POST', cookie: viewer.cookie })).status,
    ).toBe(403);
  });
});
