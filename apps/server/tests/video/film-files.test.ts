import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../../src/identity.ts';
import { keepCaptionFiles } from '../../src/video/film-captions.ts';
import { writeGrant } from '../../src/video/grants.ts';
import { loadFilmKey } from '../../src/video/keys.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, openClub } from '../kit/club.ts';
import { refundAs } from '../kit/decisions.ts';
import { addFilm, type FilmFolder, openFilmFolder } from '../kit/films.ts';
import { ADA, enterTwo } from '../kit/staff.ts';

let club: Club;
let folder: FilmFolder;
let server: TestServer;
let mira: SignedIn;
let other: SignedIn;
let free: { titleId: string; filmId: string };
let sold: { titleId: string; filmId: string };

/** Files of every kind that a film has. */
const FILES = [
  ...['main.m3u8', 'v0/list.m3u8', 'v1/list.m3u8', 'v0/init_0.mp4', 'v0/s00000.m4s', 'v1/s00000.m4s'],
  ...['v0/s00003.m4s', 'thumbnails.vtt', 'sprite.jpg', 'captions/en-0123456789abcdef.vtt'],
];
const IN_PREVIEW = ['main.m3u8', 'v0/list.m3u8', 'v0/init_0.mp4', 'v0/s00000.m4s', 'captions/en-0123456789abcdef.vtt'];

beforeAll(async () => {
  club = await openClub();
  await enterTwo(club);
  folder = openFilmFolder();
  free = await addFilm(club, folder, {});
  sold = await addFilm(club, folder, { price: 500n });
  for (const { filmId } of [free, sold]) {
    const captions = { filmId, locale: 'en', version: '0123456789abcdef' };
    const text = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nSea\n\n00:00:07.000 --> 00:00:08.000\nThe end\n';
    await keepCaptionFiles(folder.store, captions, { text, previewMs: 4_000 });
    await club.owner.query(`insert into video.captions values ($1, 'en', '0123456789abcdef')`, [filmId]);
  }
  server = await openServer(club, {
    films: { store: { kind: 'disk', folder: folder.path }, accel: null, searchPath: '' },
  });
  mira = await signIn(club, await club.member());
  other = await signIn(club, await club.member());
});
afterAll(async () => {
  await server.stop();
  await club.close();
  folder.remove();
});

interface Opened {
  /** Name and value, as a browser sends it. */
  grant: string;
  /** The whole `set-cookie` header. */
  cookie: string;
  answer: { kind: string; playlist: string; untilMs: number; lock: unknown; captions: { url: string }[] };
}

async function watch(titleId: string, cookie?: string): Promise<Opened> {
  const response = await call(server, `/api/videos/${titleId}/watch`, {
    method: 'POST',
    ...(cookie ? { cookie } : {}),
  });
  expect(response.status).toBe(200);
  const [set = ''] = response.headers.getSetCookie();
  return { cookie: set, grant: set.split(';', 1)[0] ?? '', answer: (await response.json()) as Opened['answer'] };
}

const get = async (filmId: string, kind: string, file: string, cookie = '') =>
  (await call(server, `/films/${filmId}/${kind}/${file}`, { cookie })).status;

async function statuses(filmId: string, kind: string, files: string[], cookie = ''): Promise<number[]> {
  return [...new Set(await Promise.all(files.map((file) => get(filmId, kind, file, cookie))))];
}

const buy = async (member: SignedIn, titleId: string, hours = 48) => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { priceMinor: '500', hours };
  const response = await call(server, `/api/videos/${titleId}/purchases`, { body, headers, cookie: member.cookie });
  expect(response.status).toBe(201);
  return ((await response.json()) as { purchase: { id: string } }).purchase.id;
};

describe('every file of a film', () => {
  test('opens to the grant of its member, who has a session', async () => {
    const { grant, answer } = await watch(free.titleId, mira.cookie);
    expect(answer).toMatchObject({ kind: 'full', lock: null });
    expect(await statuses(free.filmId, 'full', FILES, `${mira.cookie}; ${grant}`)).toEqual([200]);
    expect(await statuses(free.filmId, 'full', ['v0/s99999.m4s'], `${mira.cookie}; ${grant}`)).toEqual([404]);
  });

  test('is closed without a grant, to visitors and members', async () => {
    for (const cookie of ['', mira.cookie, 'film=', 'film=x', `film=${'a'.repeat(300)}`]) {
      for (const kind of ['full', 'preview']) expect(await statuses(free.filmId, kind, FILES, cookie)).toEqual([403]);
    }
  });

  test('is closed to another title’s grant, however it is bent', async () => {
    const { grant } = await watch(free.titleId, mira.cookie);
    const bent = grant.replace(free.filmId, sold.filmId);
    for (const text of [grant, bent]) {
      expect(await statuses(sold.filmId, 'full', FILES, `${mira.cookie}; ${text}`)).toEqual([403]);
      expect(await statuses(sold.filmId, 'preview', IN_PREVIEW, `${mira.cookie}; ${text}`)).toEqual([403]);
    }
  });

  test('is closed to another member with the grant, and to the grant alone', async () => {
    const { grant } = await watch(free.titleId, mira.cookie);
    expect(await statuses(free.filmId, 'full', FILES, `${other.cookie}; ${grant}`)).toEqual([403]);
    expect(await statuses(free.filmId, 'full', FILES, grant)).toEqual([403]);
    const bent = grant.replace(mira.memberId, other.memberId);
    expect(await statuses(free.filmId, 'full', FILES, `${other.cookie}; ${bent}`)).toEqual([403]);
  });

  test('is closed once the grant is over, however its end is moved', async () => {
    const key = await loadFilmKey(server.keysDir);
    const untilMs = club.clock.nowMs() - 60_000;
    const old = writeGrant(key, { filmId: free.filmId, kind: 'full', memberId: mira.memberId, untilMs });
    const moved = old.replace(String(untilMs), String(untilMs + 3_600_000));
    for (const text of [old, moved]) {
      expect(await statuses(free.filmId, 'full', FILES, `${mira.cookie}; film=${text}`)).toEqual([403]);
    }
    // The same grant opens before its end, so the end is what closes it.
    const young = writeGrant(key, {
      filmId: free.filmId,
      kind: 'full',
      memberId: mira.memberId,
      untilMs: untilMs + 3_600_000,
    });
    expect(await statuses(free.filmId, 'full', FILES, `${mira.cookie}; film=${young}`)).toEqual([200]);
  });

  test('is closed with the session’s end, and to a session that is open for getting money out alone', async () => {
    const member = await signIn(club, await club.member());
    const { grant } = await watch(free.titleId, member.cookie);
    expect((await call(server, '/api/session', { method: 'DELETE', cookie: member.cookie })).status).toBe(204);
    await expect.poll(() => get(free.filmId, 'full', 'main.m3u8', `${member.cookie}; ${grant}`)).toBe(403);
    const restricted = await signIn(club, member, true);
    const { grant: preview, answer } = await watch(free.titleId, restricted.cookie);
    expect(answer).toMatchObject({ kind: 'preview', lock: { why: 'restricted' } });
    expect(await statuses(free.filmId, 'full', FILES, `${restricted.cookie}; ${preview}`)).toEqual([403]);
    expect(await statuses(free.filmId, 'full', FILES, `${restricted.cookie}; ${grant}`)).toEqual([403]);
  });

  test('is not found by other names: folders above, other kinds, names that are none of a film’s', async () => {
    const { grant } = await watch(free.titleId, mira.cookie);
    const cookie = `${mira.cookie}; ${grant}`;
    const names = [
      ...['', 'poster.jpg', 'v0/', 'v0/s00000.m4s.tmp', '..%2fpreview/main.m3u8', '%2e%2e/%2e%2e/secret'],
      ...['v0/..%2f..%2f..%2fuploads/x', 'captions/../main.m3u8%00', 'main.m3u8%00.mp4', 'V0/list.m3u8'],
    ];
    for (const name of names) {
      expect(await get(free.filmId, 'full', name, cookie), name).toBeGreaterThanOrEqual(400);
    }
    for (const kind of ['Full', 'all', 'full%2f..', 'captions']) {
      expect(await get(free.filmId, kind, 'main.m3u8', cookie), kind).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('the preview', () => {
  test('has the words that are said in it, and no others', async () => {
    const { cookie } = await watch(free.titleId);
    const url = `/films/${free.filmId}/preview/captions/en-0123456789abcdef.vtt`;
    const words = await (await call(server, url, { cookie: cookie.split(';', 1)[0] ?? '' })).text();
    expect(words).toContain('Sea');
    expect(words).not.toContain('The end');
  });

  test('is all that a visitor gets, and no more of the film opens to his grant', async () => {
    const { grant, answer, cookie } = await watch(free.titleId);
    expect(answer).toMatchObject({ kind: 'preview', lock: { why: 'sign-in' } });
    expect(await statuses(free.filmId, 'preview', IN_PREVIEW, grant)).toEqual([200]);
    expect(await statuses(free.filmId, 'full', FILES, grant)).toEqual([403]);
    expect(await statuses(free.filmId, 'preview', ['v0/s00001.m4s', 'thumbnails.vtt'], grant)).toEqual([404]);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Strict/i);
    expect(cookie).toContain(`Path=/films/${free.filmId}/preview/`);
  });

  test('is all that a member gets who has not paid; what he pays for opens at once, and shuts with the refund', async () => {
    const buyer = await signIn(club, await club.member());
    const before = await watch(sold.titleId, buyer.cookie);
    expect(before.answer).toMatchObject({ kind: 'preview', lock: { why: 'price', priceMinor: '500' } });
    expect(await statuses(sold.filmId, 'full', FILES, `${buyer.cookie}; ${before.grant}`)).toEqual([403]);
    const id = await buy(buyer, sold.titleId);
    const after = await watch(sold.titleId, buyer.cookie);
    expect(after.answer).toMatchObject({ kind: 'full', lock: null });
    expect(await statuses(sold.filmId, 'full', FILES, `${buyer.cookie}; ${after.grant}`)).toEqual([200]);
    await refundAs(club, buyer as Identity, id, ADA);
    expect((await watch(sold.titleId, buyer.cookie)).answer.kind).toBe('preview');
  });
});

test('the playlist names the captions of the film and of its preview, with files that open', async () => {
  for (const [cookie, kind, seconds] of [
    [mira.cookie, 'full', 8],
    ['', 'preview', 2],
  ] as const) {
    const { answer, grant } = await watch(free.titleId, cookie);
    const read = async (path: string) => {
      const sent = await call(server, `/films/${free.filmId}/${kind}/${path}`, { cookie: `${cookie}; ${grant}` });
      expect([path, sent.status]).toEqual([path, 200]);
      return sent.text();
    };
    expect(answer.playlist).toContain(`/${kind}/main.m3u8`);
    const main = await read('main.m3u8');
    expect(main).toContain('#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",LANGUAGE="en"');
    expect(main.match(/#EXT-X-STREAM-INF:.*,SUBTITLES="captions"\n/g)).toHaveLength(2);
    const list = await read(/URI="([^"]+)"/.exec(main)?.[1] ?? '');
    const [, length, file] = /#EXTINF:([\d.]+),\n(\S+)\n#EXT-X-ENDLIST/.exec(list) ?? [];
    expect(Math.abs(Number(length) - seconds)).toBeLessThan(0.2);
    expect(Number(/TARGETDURATION:(\d+)/.exec(list)?.[1])).toBeGreaterThanOrEqual(Number(length));
    expect(await read(`captions/${file}`)).toMatch(/^WEBVTT\n\n00:00:00\.000/);
  }
  const { grant } = await watch(sold.titleId);
  const list = 'captions/en-0123456789abcdef.m3u8';
  expect(await statuses(sold.filmId, 'full', [list], grant)).toEqual([403]);
});

test('a grant never outlives what was bought', async () => {
  const titleId = (await addFilm(club, folder, { price: 500n, hours: 1 })).titleId;
  const buyer = await signIn(club, await club.member());
  await buy(buyer, titleId, 1);
  const startMs = club.clock.nowMs();
  await club.at(startMs + 55 * 60_000);
  try {
    const { answer } = await watch(titleId, buyer.cookie);
    expect(answer.untilMs).toBeLessThanOrEqual(startMs + 3_600_000);
  } finally {
    await club.at(startMs);
  }
});

test('over TLS the grant has the __Secure- prefix and is Secure, and the plain one is not read', async () => {
  const films = { store: { kind: 'disk' as const, folder: folder.path }, accel: null, searchPath: '' };
  const secure = await openServer(club, { films, origins: ['https://club.example'] });
  try {
    const session = `__Host-${mira.cookie}`;
    const opened = await secure.http.inject({
      method: 'POST',
      url: `/api/videos/${free.titleId}/watch`,
      headers: { cookie: session, origin: 'https://club.example', ...callerHeader('/api/videos', session) },
    });
    const header = String(opened.headers['set-cookie']);
    expect(header).toMatch(
      /^__Secure-film=[^;]+; Max-Age=\d+; Path=\/films\/[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    const grant = header.split(';', 1)[0] ?? '';
    const path = `/films/${free.filmId}/full/main.m3u8`;
    const statusOf = async (cookie: string) => (await call(secure, path, { cookie: `${session}; ${cookie}` })).status;
    expect(await statusOf(grant)).toBe(200);
    expect(await statusOf(grant.replace('__Secure-', ''))).toBe(403);
    // Without TLS, a browser would reject the prefix.
    const plain = await watch(free.titleId, mira.cookie);
    expect(plain.cookie).toMatch(/^film=(?!.*Secure)/);
  } finally {
    await secure.stop();
  }
});

test('no URL that a player asks for carries a grant', async () => {
  const { answer, grant } = await watch(free.titleId, mira.cookie);
  const secret = grant.split('.').at(-1) ?? '';
  expect(JSON.stringify(answer)).not.toContain(secret);
  for (const url of [answer.playlist, ...answer.captions.map((one) => one.url)]) expect(url).not.toContain('?');
});

test('a file that the browser holds is not sent again, and still asks for the grant', async () => {
  const { grant } = await watch(free.titleId, mira.cookie);
  const path = `/films/${free.filmId}/full/v0/s00000.m4s`;
  const cookie = `${mira.cookie}; ${grant}`;
  const first = await call(server, path, { cookie });
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const etag = first.headers.get('etag') ?? '';
  expect((await call(server, path, { cookie, headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await call(server, path, { headers: { 'if-none-match': etag } })).status).toBe(403);
});

test('behind nginx the server says where the file is, and sends none; only to whom it is granted', async () => {
  const films = { store: { kind: 'disk' as const, folder: folder.path }, accel: '/kept-films', searchPath: '' };
  const behind = await openServer(club, { films });
  try {
    const opened = await call(behind, `/api/videos/${free.titleId}/watch`, { method: 'POST', cookie: mira.cookie });
    const grant = opened.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const main = `/films/${free.filmId}/full/main.m3u8`;
    const playlist = await call(behind, main, { cookie: `${mira.cookie}; ${grant}` });
    expect(playlist.headers.get('x-accel-redirect')).toBeNull();
    expect(await playlist.text()).toContain('TYPE=SUBTITLES');
    const path = `/films/${free.filmId}/full/v0/s00000.m4s`;
    const sent = await call(behind, path, { cookie: `${mira.cookie}; ${grant}` });
    expect(sent.headers.get('x-accel-redirect')).toBe(`/kept-films${path}`);
    expect(await sent.text()).toBe('');
    const refused = await call(behind, path, { cookie: mira.cookie });
    expect([refused.status, refused.headers.get('x-accel-redirect')]).toEqual([403, null]);
  } finally {
    await behind.stop();
  }
});
