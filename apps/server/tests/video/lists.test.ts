import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addFilm, type FilmFolder, openFilmFolder } from '../kit/films.ts';

let club: Club;
let folder: FilmFolder;
let server: TestServer;
/** Has 1,000 available. */
let mira: SignedIn;
const titles: Record<string, string> = {};

beforeAll(async () => {
  club = await openClub();
  folder = openFilmFolder();
  const plans = [
    { name: 'Tides', seconds: 15, plays: 5 },
    { name: 'Rain', seconds: 5, balance: 1_000n, plays: 9 },
    { name: 'Lanterns', seconds: 5, balance: 1_001n, plays: 5 },
    { name: 'Ferns', seconds: 15, price: 1n, plays: 0 },
    { name: 'Escapement', seconds: 5, age: 16, plays: 0 },
    { name: 'Harbour', seconds: 5, access: 'house' as const, plays: 1 },
  ];
  for (const { plays, ...plan } of plans) {
    await club.at(club.clock.nowMs() + 60_000);
    const { titleId } = await addFilm(club, folder, plan);
    titles[plan.name] = titleId;
    if (plays > 0) await club.owner.query('insert into video.plays values ($1, $2)', [titleId, plays]);
  }
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

interface List {
  items: { name: string }[];
  total: number;
  nextCursor: string | null;
}
async function get<T>(path: string, cookie?: string): Promise<T> {
  const response = await call(server, path, cookie === undefined ? {} : { cookie });
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}
const names = async (query: string, cookie?: string) =>
  (await get<List>(`/api/videos?${query}`, cookie)).items.map(({ name }) => name);

describe('the library', () => {
  test.each([
    ['newest', ['Harbour', 'Escapement', 'Ferns', 'Lanterns', 'Rain', 'Tides']],
    ['plays', ['Rain', 'Lanterns', 'Tides', 'Harbour', 'Escapement', 'Ferns']],
    ['shortest', ['Harbour', 'Escapement', 'Lanterns', 'Rain', 'Ferns', 'Tides']],
  ])('is sorted by %s, on one page and over several', async (sort, wanted) => {
    expect(await names(`sort=${sort}`)).toEqual(wanted);
    const paged: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page++) {
      const { items, nextCursor, total } = await get<List>(`/api/videos?sort=${sort}&limit=2${cursor}`);
      expect(total).toBe(6);
      paged.push(...items.map(({ name }) => name));
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(paged).toEqual(wanted);
  });

  test('knows no other order', async () => {
    for (const query of ['sort=oldest', 'included=yes', 'sort=']) {
      expect((await call(server, `/api/videos?${query}`)).status, query).toBe(400);
    }
  });

  test('lists on request only what a member’s balance opens, and what is free', async () => {
    expect(await names('included=1', mira.cookie)).toEqual(['Harbour', 'Escapement', 'Rain', 'Tides']);
    expect(await names('included=1&sort=plays', mira.cookie)).toEqual(['Rain', 'Tides', 'Harbour', 'Escapement']);
    // The same that each title says of itself, apart from titles that were bought.
    const { items } = await get<{ items: { name: string; open: boolean }[] }>('/api/videos', mira.cookie);
    expect(items.filter(({ open }) => open).map(({ name }) => name)).toEqual(await names('included=1', mira.cookie));
    expect(await names('included=1')).toEqual([]);
  });

  test('lists nothing as included to a member who turned films off or is too young', async () => {
    const young = await signIn(club, await club.member({ credits: 1_000n }));
    await club.owner.query(
      `update members.member set birth_date = (to_timestamp($2) - interval '15 years')::date where member_id = $1`,
      [young.memberId, club.clock.nowMs() / 1_000],
    );
    expect(await names('included=1', young.cookie)).toEqual(['Harbour', 'Rain', 'Tides']);
    await call(server, '/api/me/video-choices', { method: 'PATCH', body: { access: false }, cookie: young.cookie });
    expect(await names('included=1', young.cookie)).toEqual([]);
  });

  test('follows the house’s terms for titles without their own', async () => {
    await club.owner.query(
      `insert into video.terms (version, access, balance, start_ms) values (1, 'balance', 1001, 0)`,
    );
    expect(await names('included=1', mira.cookie)).not.toContain('Harbour');
    await club.owner.query(
      `insert into video.terms (version, access, balance, start_ms) values (2, 'balance', 1000, 0)`,
    );
    expect(await names('included=1', mira.cookie)).toContain('Harbour');
  });
});

describe('a watch-later list', () => {
  const list = async ({ cookie }: SignedIn) => {
    const { items, total } = await get<{ items: { video: { name: string } }[]; total: number }>(
      '/api/me/watch-later',
      cookie,
    );
    expect(total).toBe(items.length);
    return items.map(({ video }) => video.name);
  };
  const change = (method: 'PUT' | 'DELETE', id: string | undefined, cookie?: string) =>
    call(server, `/api/me/watch-later/${id}`, { method, ...(cookie === undefined ? {} : { cookie }) });

  test('is the member’s own: a title is added once, the latest first, and removed', async () => {
    const [member, other] = [await signIn(club, await club.member()), await signIn(club, await club.member())];
    for (const name of ['Tides', 'Ferns', 'Tides']) {
      await club.at(club.clock.nowMs() + 1_000);
      expect((await change('PUT', titles[name], member.cookie)).status).toBe(204);
    }
    expect(await list(member)).toEqual(['Ferns', 'Tides']);
    expect(await list(other)).toEqual([]);
    const later = async (cookie?: string) =>
      (await get<{ later: boolean | null }>(`/api/videos/${titles.Tides}`, cookie)).later;
    expect([await later(member.cookie), await later(other.cookie), await later()]).toEqual([true, false, null]);
    await change('DELETE', titles.Tides, other.cookie);
    expect(await list(member)).toEqual(['Ferns', 'Tides']);
    for (let n = 0; n < 2; n++) expect((await change('DELETE', titles.Tides, member.cookie)).status).toBe(204);
    expect(await list(member)).toEqual(['Ferns']);
  });

  test('takes only titles that members see, and keeps those that come back', async () => {
    const member = await signIn(club, await club.member());
    expect((await change('PUT', randomUUID(), member.cookie)).status).toBe(404);
    expect((await change('PUT', titles.Tides)).status).toBe(401);
    await change('PUT', titles.Tides, member.cookie);
    await club.owner.query('update video.title set withdrawn_at = clock.now() where id = $1', [titles.Tides]);
    expect(await list(member)).toEqual([]);
    await club.owner.query('update video.title set withdrawn_at = null where id = $1', [titles.Tides]);
    expect(await list(member)).toEqual(['Tides']);
  });

  test('is in what the member can take along, by the name of the film', async () => {
    const member = await signIn(club, await club.member());
    await change('PUT', titles.Tides, member.cookie);
    const { data } = await get<{ data: { filmsLater: object[] } }>('/api/me/data.json', member.cookie);
    expect(data.filmsLater).toMatchObject([{ film: 'Tides', titleId: titles.Tides }]);
  });
});

test('films to continue are those that were not watched to their last ten seconds', async () => {
  const member = await signIn(club, await club.member());
  const { durationMs } = await get<{ durationMs: number }>(`/api/videos/${titles.Tides}`);
  const stopAt = (positionMs: number) =>
    call(server, `/api/videos/${titles.Tides}/progress`, {
      method: 'PUT',
      body: { positionMs },
      cookie: member.cookie,
    });
  const unfinished = async () =>
    (await get<{ total: number }>('/api/me/video-history?unfinished=1', member.cookie)).total;
  await stopAt(durationMs - 10_000);
  expect(await unfinished()).toBe(1);
  await stopAt(durationMs - 9_999);
  expect(await unfinished()).toBe(0);
  expect((await get<{ total: number }>('/api/me/video-history', member.cookie)).total).toBe(1);
});

describe('a cover', () => {
  const sizeOf = async (answer: Response) => {
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return { width, height, format };
  };

  test('comes in smaller widths, made from the film’s picture or the staff’s, each with a version of its own', async () => {
    const { cover } = await get<{ cover: string }>(`/api/videos/${titles.Rain}`);
    const whole = await call(server, cover);
    const tags = new Set([whole.headers.get('etag')]);
    for (const width of [160, 320]) {
      const small = await call(server, `${cover}&w=${width}`);
      expect(small.headers.get('cache-control')).toContain('immutable');
      tags.add(small.headers.get('etag'));
      expect(await sizeOf(small)).toEqual({ width, height: (width * 9) / 16, format: 'webp' });
    }
    expect(tags.size).toBe(3);
    const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } })
      .webp()
      .toBuffer();
    await club.owner.query('insert into video.cover values ($1, $2, $3)', [titles.Rain, 'v2', picture]);
    const next = await get<{ cover: string }>(`/api/videos/${titles.Rain}`);
    const small = await call(server, `${next.cover}&w=320`);
    expect(tags.has(small.headers.get('etag'))).toBe(false);
    const known = await call(server, `${next.cover}&w=320`, {
      headers: { 'if-none-match': small.headers.get('etag') ?? '' },
    });
    expect(known.status).toBe(304);
  });

  test('in another width is refused, and one that cannot be drawn is sent as it is, for a short time', async () => {
    for (const width of ['1', '319', '6400', '0', 'x']) {
      expect((await call(server, `/api/videos/${titles.Tides}/cover?w=${width}`)).status, width).toBe(400);
    }
    const broken = Buffer.from('RIFF....WEBP');
    await club.owner.query('insert into video.cover values ($1, $2, $3)', [titles.Lanterns, 'bad', broken]);
    const answer = await call(server, `/api/videos/${titles.Lanterns}/cover?v=bad&w=320`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(broken);
  });
});
