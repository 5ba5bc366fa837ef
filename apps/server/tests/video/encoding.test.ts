import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { encodeDueFilms } from '../../src/video/encoding.ts';
import type { FilmStore } from '../../src/video/film-store.ts';
import { readFilm } from '../../src/video/films.ts';
import { cancelUpload, PART_BYTES, retryFilm, startUpload, sweepUploads, takePart } from '../../src/video/uploads.ts';
import { type Club, openClub } from '../kit/club.ts';
import {
  addTitle,
  encodeAll,
  FFMPEG,
  type FilmFolder,
  makeTestFilm,
  openFilmFolder,
  runBare,
  upload,
} from '../kit/films.ts';

let club: Club;
let folder: FilmFolder;
let film: Buffer;
beforeAll(async () => {
  club = await openClub();
  folder = openFilmFolder();
  film = makeTestFilm(folder);
});
afterAll(async () => {
  await club.close();
  folder.remove();
});

const read = async (path: string) => {
  const bytes = await folder.store.get(path);
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
};
const filesOf = (name: string): string[] => {
  const path = join(folder.path, name);
  return existsSync(path) ? readdirSync(path, { recursive: true }).map(String) : [];
};
const workFolders = () => readdirSync(folder.workDir);
const shownFilm = async (titleId: string) =>
  (await club.owner.query('select film_id from video.title where id = $1', [titleId])).rows[0].film_id;

describe('a film', () => {
  test('becomes HLS in two to four sizes, with a preview of its own files, a poster and pictures to seek by', async () => {
    const titleId = await addTitle(club);
    const filmId = await upload(club, folder.store, titleId, film);
    expect(await encodeAll(club, folder)).toEqual([]);
    const made = await readFilm(club.db, filmId);
    expect(made).toMatchObject({ state: 'ready', percent: 100, fault: null });
    expect(made?.durationMs).toBeGreaterThan(7_800);
    expect(made?.previewMs).toBe(2_000);
    expect(await shownFilm(titleId)).toBe(filmId);

    const main = (await read(`films/${filmId}/full/main.m3u8`)) ?? '';
    expect(main.match(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/g)).toHaveLength(2);
    for (const size of ['v0', 'v1']) {
      const [full, preview] = [
        (await read(`films/${filmId}/full/${size}/list.m3u8`)) ?? '',
        (await read(`films/${filmId}/preview/${size}/list.m3u8`)) ?? '',
      ];
      // Keyframes are at the same times in each size, so segments have equal lengths.
      expect(full.match(/#EXTINF:2\.0+,/g)).toHaveLength(4);
      expect(preview.match(/#EXTINF/g)).toHaveLength(1);
      expect(preview.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true);
    }
    expect(filesOf(`films/${filmId}/preview`).filter((name) => name.endsWith('.m4s'))).toHaveLength(2);
    expect(await read(`films/${filmId}/full/thumbnails.vtt`)).toContain('sprite.jpg#xywh=160,0,160,90');
    expect((await folder.store.get(`films/${filmId}/full/poster.jpg`))?.subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    );
    // Upload and temporary files are removed.
    expect(filesOf(`uploads/${filmId}`).filter((name) => /^\d+$/.test(name))).toEqual([]);
    expect(workFolders()).toEqual([]);
  });

  test('that is silent, upright or of odd sides is made too', async () => {
    const silent = runBare(folder, 'odd.mkv', [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=181x321:rate=10:duration=5', '-c:v', 'mpeg4'],
    ]);
    const filmId = await upload(club, folder.store, await addTitle(club), silent);
    expect(await encodeAll(club, folder)).toEqual([]);
    const made = (await readFilm(club.db, filmId))?.made;
    expect(made?.sizes).toHaveLength(2);
    for (const size of made?.sizes ?? []) expect(size).toMatch(/^\d*[02468]x\d*[02468]$/);
    expect(await read(`films/${filmId}/full/main.m3u8`)).not.toContain('mp4a');
  });

  test('takes the place of the one before; an older upload that is ready later does not', async () => {
    const titleId = await addTitle(club);
    const [older, newer] = [
      await upload(club, folder.store, titleId, film),
      await upload(club, folder.store, titleId, film),
    ];
    await club.owner.query(`update video.film set created_at = created_at - interval '1 hour' where id = $1`, [older]);
    await club.owner.query(`update video.film set state = 'uploading' where id = $1`, [older]);
    await encodeAll(club, folder);
    expect(await shownFilm(titleId)).toBe(newer);
    await club.owner.query(`update video.film set state = 'waiting' where id = $1`, [older]);
    await encodeAll(club, folder);
    expect((await readFilm(club.db, older))?.state).toBe('ready');
    expect(await shownFilm(titleId)).toBe(newer);
  });
});

describe('what dies while a film is encoded', () => {
  test('leaves it to others, once it has said nothing for a minute', async () => {
    const filmId = await upload(club, folder.store, await addTitle(club), film);
    await club.owner.query(
      `update video.film set state = 'encoding', attempts = 1, holder = gen_random_uuid(),
         held_until = clock.now() + interval '60 s' where id = $1`,
      [filmId],
    );
    await encodeAll(club, folder);
    expect((await readFilm(club.db, filmId))?.state).toBe('encoding');
    await club.at(club.clock.nowMs() + 61_000);
    await encodeAll(club, folder);
    expect(await readFilm(club.db, filmId)).toMatchObject({ state: 'ready', attempts: 2 });
  });

  test('ends the attempts after the third, with a word that lets it be tried again by hand', async () => {
    const filmId = await upload(club, folder.store, await addTitle(club), film);
    const away = {
      db: club.jobs,
      store: brokenStore(folder.store),
      workDir: folder.workDir,
      ffmpeg: FFMPEG,
      onFault: () => {},
    };
    await encodeDueFilms(away, new AbortController().signal);
    expect(await readFilm(club.db, filmId)).toMatchObject({ state: 'failed', fault: 'encoder', attempts: 3 });
    await transaction(club.api, (tx) => retryFilm(tx, filmId));
    expect(await encodeAll(club, folder)).toEqual([]);
    expect((await readFilm(club.db, filmId))?.state).toBe('ready');
  });

  test('that is told to stop lets go at once, and the try counts as none', async () => {
    const filmId = await upload(
      club,
      folder.store,
      await addTitle(club),
      makeTestFilm(folder, { seconds: 20, size: '1280x720' }),
    );
    const stopping = new AbortController();
    const running = encodeDueFilms(
      { db: club.jobs, store: folder.store, workDir: folder.workDir, ffmpeg: FFMPEG, onFault: () => {} },
      stopping.signal,
    );
    await expect.poll(async () => (await readFilm(club.db, filmId))?.state).toBe('encoding');
    stopping.abort();
    await running;
    expect(await readFilm(club.db, filmId)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(workFolders()).toEqual([]);
    await transaction(club.api, (tx) => cancelUpload(tx, folder.store, filmId));
  });

  test('of two that encode at once each film is made by one', async () => {
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => upload(club, folder.store, await addTitle(club), film)),
    );
    await Promise.all([encodeAll(club, folder), encodeAll(club, folder)]);
    for (const id of ids) expect(await readFilm(club.db, id)).toMatchObject({ state: 'ready', attempts: 1 });
  });
});

/** A store that cannot be reached. */
function brokenStore(store: FilmStore): FilmStore {
  return { ...store, get: () => Promise.reject(new Error('the storage is away')) };
}

describe('an upload', () => {
  const start = async (bytes: number, fileName = 'film.mp4') =>
    transaction(club.api, async (tx) =>
      startUpload(tx, { titleId: await addTitle(club), fileName, bytes, staffId: null }),
    );
  const part = (filmId: string, offset: number, length: number) =>
    takePart(club.db, folder.store, { filmId, offset, bytes: Buffer.alloc(length) });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error) => [error.code, error.params?.receivedBytes].filter((one) => one !== undefined).join(' '),
    );

  test('goes on from where it broke off, and nowhere else', async () => {
    const id = await start(PART_BYTES * 2 + 5);
    expect(await codeOf(part(id, PART_BYTES, PART_BYTES))).toBe('wrong-offset 0');
    expect(await part(id, 0, PART_BYTES)).toBe(PART_BYTES);
    expect(await codeOf(part(id, 0, PART_BYTES))).toBe(`wrong-offset ${PART_BYTES}`);
    expect(await codeOf(part(id, PART_BYTES, 100))).toBe(`wrong-offset ${PART_BYTES}`);
    await part(id, PART_BYTES, PART_BYTES);
    expect(await codeOf(part(id, PART_BYTES * 2, 6))).toBe('too-many-bytes');
    expect(await part(id, PART_BYTES * 2, 5)).toBe(PART_BYTES * 2 + 5);
    expect((await readFilm(club.db, id))?.state).toBe('waiting');
    expect(await codeOf(part(id, PART_BYTES * 2 + 5, 1))).toBe('film-busy');
    await transaction(club.api, (tx) => cancelUpload(tx, folder.store, id));
  });

  test('of the same part sent twice at once takes it once', async () => {
    const id = await start(PART_BYTES + 1);
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(part(id, 0, PART_BYTES))));
    expect(codes.filter((code) => code === 'taken')).toHaveLength(1);
    expect(codes.filter((code) => code === `wrong-offset ${PART_BYTES}`)).toHaveLength(4);
    await transaction(club.api, (tx) => cancelUpload(tx, folder.store, id));
    await expect.poll(() => filesOf(`uploads/${id}`)).toEqual([]);
    expect(await codeOf(part(id, PART_BYTES, 1))).toBe('film-busy');
  });

  test('has a name for people, and bytes that can be', async () => {
    const id = await start(10, '../../etc/\u202epasswd\u0000.mp4');
    expect((await readFilm(club.db, id))?.fileName).toBe('passwd.mp4');
    for (const bytes of [0, -1, 1.5, Number.NaN]) expect(await codeOf(start(bytes))).toBe('fill-in');
    expect(await codeOf(start(10, '../'))).toBe('fill-in');
    expect(await codeOf(start(17 * 1_024 ** 3))).toBe('too-many-bytes');
    expect(await codeOf(part('0190f3c2-0000-7000-8000-000000000000', 0, 1))).toBe('not-found');
  });

  test('that nobody goes on with is forgotten after a week, with what was received', async () => {
    const id = await start(PART_BYTES + 1);
    await part(id, 0, PART_BYTES);
    expect(await sweepUploads(club.jobs, folder.store)).toBe(0);
    await club.at(club.clock.nowMs() + 8 * 86_400_000);
    expect(await sweepUploads(club.jobs, folder.store)).toBeGreaterThan(0);
    expect((await readFilm(club.db, id))?.state).toBe('removed');
    expect(filesOf(`uploads/${id}`)).toEqual([]);
  });
});
