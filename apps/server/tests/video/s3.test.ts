import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { s3Store } from '../../src/adapters/storage/s3.ts';
import { removeAll } from '../../src/video/film-store.ts';
import { readFilm } from '../../src/video/films.ts';
import { call, openServer, signIn } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addTitle, encodeAll, type FilmFolder, makeTestFilm, openFilmFolder, upload } from '../kit/films.ts';

/** The key that s3rver accepts; the secret only signs and is never sent. */
const KEY = { keyId: 'S3RVER', secret: 'S3RVER' };
const BUCKET = 'films';

let club: Club;
let folder: FilmFolder;
let place: TemporaryFolder;
let storage: S3rver;
let endpoint: string;
beforeAll(async () => {
  club = await openClub();
  folder = openFilmFolder();
  place = temporaryFolder('tercet-s3-');
  storage = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: place.path },
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await storage.run();
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await storage.close();
  await club.close();
  folder.remove();
  place.remove();
});

const storeWith = (key: typeof KEY) =>
  s3Store({ endpoint, region: 'us-east-1', bucket: BUCKET, prefix: 'club/', ...key });

test('what is put is there, whole and under odd names, until it is removed', async () => {
  const store = storeWith(KEY);
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 251));
  for (const path of ['films/a/full/v0/s00000.m4s', 'films/a/captions/zh-Hant-0a.vtt', 'films/ä b+c.vtt']) {
    expect(await store.get(path)).toBeNull();
    await store.put(path, { bytes, contentType: 'video/iso.segment', cacheControl: 'private' });
    expect(Buffer.compare((await store.get(path)) ?? Buffer.alloc(0), bytes)).toBe(0);
    await store.remove(path);
    expect(await store.get(path)).toBeNull();
    await store.remove(path);
  }
});

test('what is signed with another secret is refused, and says so', async () => {
  const store = storeWith({ ...KEY, secret: 'another' });
  const file = { bytes: Buffer.from('x'), contentType: 'text/plain', cacheControl: '' };
  await expect(store.put('films/x', file)).rejects.toThrow('403');
  await expect(store.get('films/x')).rejects.toThrow('403');
  await expect(store.remove('films/x')).rejects.toThrow('403');
  await expect(removeAll(store, ['films/x', 'films/y'])).rejects.toThrow('403');
});

test('a film is uploaded to it, made from it, and served from it', async () => {
  const store = storeWith(KEY);
  const titleId = await addTitle(club);
  const filmId = await upload(club, store, titleId, makeTestFilm(folder));
  expect(await encodeAll(club, { ...folder, store })).toEqual([]);
  expect((await readFilm(club.db, filmId))?.state).toBe('ready');
  const films = {
    store: { kind: 's3' as const, endpoint, region: 'us-east-1', bucket: BUCKET, prefix: 'club/', ...KEY },
    accel: null,
    searchPath: '',
  };
  const server = await openServer(club, { films });
  try {
    const { cookie } = await signIn(club, await club.member());
    const opened = await call(server, `/api/videos/${titleId}/watch`, { method: 'POST', cookie });
    const grant = opened.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const path = `/films/${filmId}/full/v0/s00000.m4s`;
    const segment = Buffer.from(await (await call(server, path, { cookie: `${cookie}; ${grant}` })).arrayBuffer());
    expect(Buffer.compare(segment, Buffer.from((await store.get(path.slice(1))) ?? []))).toBe(0);
    expect(segment.length).toBeGreaterThan(1_000);
    expect((await call(server, path, { cookie })).status).toBe(403);
    expect((await call(server, `/api/videos/${titleId}/cover`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});
