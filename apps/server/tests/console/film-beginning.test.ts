import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addReadyFilm, encodedFilm } from '../../../../dev/films/encoded-film.ts';
import { type FilmFolder, makeTestFilm, openFilmFolder } from '../kit/films.ts';
import { openLibrary, type TestLibrary } from './library.ts';

let at: TestLibrary;
let folder: FilmFolder;
beforeAll(async () => {
  at = await openLibrary();
  folder = openFilmFolder();
});
afterAll(async () => {
  folder.remove();
  await at.close();
});

function read(filmId: string, who: { cookie: string }, range?: string): Promise<Response> {
  return fetch(`${at.server.address}/api/console/films/${filmId}/beginning`, {
    headers: { cookie: who.cookie, ...(range === undefined ? {} : { range }) },
  });
}

test('staff watch the beginning of a film before its title is published; each start is in the audit log', async () => {
  const titleId = await at.makeTitle();
  const film = await encodedFilm('small-bars-8', () => makeTestFilm(folder, { seconds: 8 }));
  const filmId = await addReadyFilm(at.club.owner, join(at.server.keysDir, '..', 'films'), { film, titleId });
  await at.acts();
  const whole = await read(filmId, at.staff.content);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  const bytes = Buffer.from(await whole.arrayBuffer());
  // A file of MP4 begins with its brand, and has a fragment for each segment.
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  expect(bytes.includes('moof')).toBe(true);
  expect(await at.acts()).toMatchObject([{ act: 'videos-read', subject: `film/${filmId}` }]);

  const part = await read(filmId, at.staff.auditor, 'bytes=100-199');
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
  expect(await at.acts()).toEqual([]);
  expect((await read(filmId, at.staff.owner, 'bytes=0-')).status).toBe(206);
  expect(await at.acts()).toHaveLength(1);
});

test('a film that is not there or not ready has none, and other roles have no access', async () => {
  expect((await read(randomUUID(), at.staff.content)).status).toBe(404);
  const titleId = await at.makeTitle();
  const { body } = await at.send('POST', `videos/${titleId}/films`, { fileName: 'a.mp4', bytes: 5_000_000 });
  expect((await read(String(body.filmId), at.staff.content)).status).toBe(404);
  for (const role of ['support', 'finance'] as const) {
    expect((await read(String(body.filmId), at.staff[role])).status).toBe(403);
  }
});
