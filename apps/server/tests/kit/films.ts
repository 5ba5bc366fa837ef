import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addReadyFilm, encodedFilm } from '../../../../dev/films/encoded-film.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { diskStore } from '../../src/adapters/storage/disk.ts';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { encodeDueFilms } from '../../src/video/encoding.ts';
import type { FilmStore } from '../../src/video/film-store.ts';
import { findFfmpeg } from '../../src/video/ingest/ffmpeg.ts';
import { PART_BYTES, startUpload, takePart } from '../../src/video/uploads.ts';
import type { Club } from './club.ts';

export const FFMPEG = findFfmpeg(process.env.PATH ?? '');

/** A folder for films. */
export interface FilmFolder {
  path: string;
  /** For temporary files of the encoding. */
  workDir: string;
  store: FilmStore;
  remove(): void;
}

export function openFilmFolder(): FilmFolder {
  const folder: TemporaryFolder = temporaryFolder('tercet-films-');
  const path = join(folder.path, 'store');
  const workDir = join(folder.path, 'work');
  for (const each of [path, workDir]) mkdirSync(each);
  return { path, workDir, store: diskStore(path), remove: folder.remove };
}

/** Runs plain ffmpeg to create test files. Returns the bytes of the file. */
export function runBare(folder: FilmFolder, name: string, args: readonly string[]): Buffer {
  const file = join(folder.path, '..', name);
  const { status, stderr } = spawnSync(FFMPEG, ['-y', '-loglevel', 'error', ...args, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  return readFileSync(file);
}

/** A film of moving bars with a tone. */
export function makeTestFilm(folder: FilmFolder, { seconds = 8, size = '320x180' } = {}): Buffer {
  return runBare(folder, 'film.mp4', [
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=12:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest'],
  ]);
}

export interface TitlePlan {
  name?: string;
  age?: number;
  /** In minor units; the purchase is valid for `hours`. */
  price?: bigint;
  hours?: number;
  balance?: bigint;
  access?: 'house' | 'free' | 'balance' | 'bought';
  startMs?: number;
  classId?: string;
  recommended?: boolean;
  isPublished?: boolean;
}

export async function addClass(club: Club, name = 'Nature'): Promise<string> {
  const id = newId();
  const slug = `c-${id.slice(-12)}`;
  await club.owner.query(`insert into video.class (id, slug, position, texts) values ($1, $2, 0, $3)`, [
    id,
    slug,
    JSON.stringify({ en: { name } }),
  ]);
  return id;
}

/** Adds a title without a film; free by default. */
export async function addTitle(club: Club, plan: TitlePlan = {}): Promise<string> {
  const { name = 'Tides', age = 0, price = null, balance = null, startMs = null, isPublished = true } = plan;
  const access = plan.access ?? (price !== null ? 'bought' : balance !== null ? 'balance' : 'free');
  const id = newId();
  const hours = price === null ? null : (plan.hours ?? 48);
  const texts = JSON.stringify({ en: { name, description: `${name}, slowly.` } });
  await club.owner.query(
    `insert into video.title (id, class_id, texts, age, access, balance, price, hours, start_ms, recommended, published_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $11 then clock.now() end)`,
    [
      ...[id, plan.classId ?? (await addClass(club)), texts, age, access, balance, price, hours, startMs],
      ...[plan.recommended ?? false, isPublished],
    ],
  );
  return id;
}

/** Uploads a file in parts, like the console. Returns the film's id. */
export async function upload(club: Club, store: FilmStore, titleId: string, bytes: Buffer): Promise<string> {
  const plan = { titleId, fileName: 'film.mp4', bytes: bytes.length, staffId: null };
  const filmId = await transaction(club.api, (tx) => startUpload(tx, plan));
  for (let offset = 0; offset < bytes.length; offset += PART_BYTES) {
    await takePart(club.db, store, { filmId, offset, bytes: bytes.subarray(offset, offset + PART_BYTES) });
  }
  return filmId;
}

/** Encodes all waiting films. Returns the errors by film. */
export async function encodeAll(
  club: Club,
  { store, workDir }: FilmFolder,
): Promise<{ filmId: string; error: unknown }[]> {
  const faults: { filmId: string; error: unknown }[] = [];
  const deps = {
    ...{ db: club.jobs, store, workDir, ffmpeg: FFMPEG },
    onFault: (filmId: string, error: unknown) => faults.push({ filmId, error }),
  };
  await encodeDueFilms(deps, new AbortController().signal);
  return faults;
}

/** Adds a published title with an encoded film of moving bars with a tone. */
export async function addFilm(
  club: Club,
  folder: FilmFolder,
  { seconds = 8, ...plan }: TitlePlan & { seconds?: number } = {},
): Promise<{ titleId: string; filmId: string }> {
  const titleId = await addTitle(club, plan);
  const film = await encodedFilm(`small-bars-${seconds}`, () => makeTestFilm(folder, { seconds }));
  return { titleId, filmId: await addReadyFilm(club.owner, folder.path, { film, titleId }) };
}

/** Adds a published title by its rows only: with a cover, and a film without files. */
export async function addMadeTitle(club: Club, plan: TitlePlan = {}): Promise<string> {
  const [titleId, filmId] = [await addTitle(club, plan), newId()];
  const made = JSON.stringify({ width: 320, height: 180, sizes: [], hasThumbnails: false, files: [] });
  await club.owner.query(
    `insert into video.film (id, title_id, file_name, bytes, received, state, duration_ms, preview_ms, made)
     values ($1, $2, 'film.mp4', 1, 1, 'ready', 8000, 2000, $3)`,
    [filmId, titleId, made],
  );
  await club.owner.query('update video.title set film_id = $2 where id = $1', [titleId, filmId]);
  await club.owner.query('insert into video.cover values ($1, $2, $3)', [titleId, '0a', Buffer.from('a picture')]);
  return titleId;
}
