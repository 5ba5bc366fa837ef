import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addFilm, type FilmFolder, openFilmFolder } from '../kit/films.ts';

let club: Club;
let folder: FilmFolder;
let server: TestServer;
let other: SignedIn;
let tides: string;
let escapement: string;
/** A title with a price. */
let ferns: string;

beforeAll(async () => {
  club = await openClub();
  folder = openFilmFolder();
  tides = (await addFilm(club, folder, { name: 'Tides', seconds: 5 })).titleId;
  escapement = (await addFilm(club, folder, { name: 'Escapement', seconds: 5 })).titleId;
  ferns = (await addFilm(club, folder, { name: 'Ferns', price: 500n, seconds: 5 })).titleId;
  server = await openServer(club, {
    films: { store: { kind: 'disk', folder: folder.path }, accel: null, searchPath: '' },
  });
  other = await signIn(club, await club.member());
});
afterAll(async () => {
  await server.stop();
  await club.close();
  folder.remove();
});

async function get<T>(path: string, cookie: string): Promise<T> {
  const response = await call(server, path, { cookie });
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

const put = (id: string, positionMs: number, cookie: string) =>
  call(server, `/api/videos/${id}/progress`, { method: 'PUT', body: { positionMs }, cookie });
const history = (cookie: string) =>
  get<{ items: { video: { name: string }; positionMs: number }[]; total: number }>('/api/me/video-history', cookie);

describe('where a member left off', () => {
  test('is kept, the latest first, and forgotten when he says so', async () => {
    const member = await signIn(club, await club.member());
    await put(tides, 1_000, member.cookie);
    await club.at(club.clock.nowMs() + 1_000);
    await put(escapement, 2_000, member.cookie);
    await club.at(club.clock.nowMs() + 1_000);
    await put(tides, 99_000_000, member.cookie);
    const { items, total } = await history(member.cookie);
    expect(items.map(({ video, positionMs }) => [video.name, positionMs > 4_000])).toEqual([
      ['Tides', true],
      ['Escapement', false],
    ]);
    expect(total).toBe(2);
    await call(server, `/api/me/video-history/${tides}`, { method: 'DELETE', cookie: member.cookie });
    expect((await history(member.cookie)).items).toHaveLength(1);
    await call(server, '/api/me/video-history', { method: 'DELETE', cookie: member.cookie });
    expect((await history(member.cookie)).total).toBe(0);
  });

  test('is in what the member can take along, by the name of the film', async () => {
    const { cookie } = await signIn(club, await club.member());
    await put(tides, 2_500, cookie);
    const { data } = (await (await call(server, '/api/me/data.json', { cookie })).json()) as {
      data: { filmsWatched: Record<string, unknown>[] };
    };
    expect(data.filmsWatched).toMatchObject([{ film: 'Tides', titleId: tides, positionMs: 2_500 }]);
    const page = await (await call(server, '/api/me/data.html', { cookie })).text();
    expect(page).toMatch(/<td>Tides<\/td><td[^>]*>0:02<\/td>/);
  });

  test('follows the switches of a member who turns both at once, while his player tells where he is', async () => {
    for (let n = 0; n < 10; n++) {
      const { cookie } = await signIn(club, await club.member());
      const choose = (body: object) => call(server, '/api/me/video-choices', { method: 'PATCH', body, cookie });
      await Promise.all([choose({ access: false }), put(tides, 1_000, cookie), choose({ history: false })]);
      const choices = await (await call(server, '/api/me/video-choices', { cookie })).json();
      expect(choices).toMatchObject({ access: false, history: false });
      expect((await history(cookie)).total).toBe(0);
    }
  });

  test('is not kept with the history off, and what was kept goes', async () => {
    const member = await signIn(club, await club.member());
    await put(tides, 1_000, member.cookie);
    await call(server, '/api/me/video-choices', { method: 'PATCH', body: { history: false }, cookie: member.cookie });
    expect((await history(member.cookie)).total).toBe(0);
    expect((await put(tides, 2_000, member.cookie)).status).toBe(204);
    expect((await history(member.cookie)).total).toBe(0);
    expect(await get<{ positionMs: number | null }>(`/api/videos/${tides}`, member.cookie)).toMatchObject({
      positionMs: null,
    });
  });

  test('is his alone, and takes no place that cannot be', async () => {
    const member = await signIn(club, await club.member());
    for (const positionMs of [-1, 1.5, Number.MAX_SAFE_INTEGER]) {
      expect((await put(tides, positionMs, member.cookie)).status).toBe(400);
    }
    expect((await put(tides, 1_000, '')).status).toBe(401);
    expect((await put(ferns, 1_000, member.cookie)).status).toBe(403);
    expect((await history(other.cookie)).total).toBe(0);
  });
});
