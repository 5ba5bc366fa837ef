import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskStore } from '@tercet/server/adapters/storage/disk.ts';
import { newId } from '@tercet/server/db/ids.ts';
import { pathOfPart } from '@tercet/server/video/film-store.ts';
import { findFfmpeg } from '@tercet/server/video/ingest/ffmpeg.ts';
import { type Made, makeFilm } from '@tercet/server/video/ingest/make-film.ts';
import { PART_BYTES } from '@tercet/server/video/uploads.ts';
import { takeLock } from '../../scripts/lock.mjs';
import { ROOT } from '../pages/built-app.ts';

const CACHE = join(ROOT, '.cache/test-films');
const ENCODER = join(ROOT, 'apps/server/src/video/ingest');
const ENCODE_MS_MAX = 300_000;
/** The film's id in the cache. */
const KEPT_ID = 'film';

/** A test film from the club's own encoder. */
export interface EncodedFilm extends Made {
  /** Size of the source file. */
  bytes: number;
  /** Copies the film's files into a store folder under this film id. */
  copyTo(storeFolder: string, filmId: string): void;
}

/** A pool of the schema's owner. */
interface Owner {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/** Adds a ready film to a title without one, with its files in `storeFolder`. Returns the film's id. */
export async function addReadyFilm(
  owner: Owner,
  storeFolder: string,
  { film, titleId }: { film: EncodedFilm; titleId: string },
): Promise<string> {
  const filmId = newId();
  film.copyTo(storeFolder, filmId);
  await owner.query(
    `insert into video.film
       (id, title_id, file_name, bytes, received, state, percent, attempts, duration_ms, preview_ms, made, ready_at)
     values ($1, $2, 'film.mp4', $3, $3, 'ready', 100, 1, $4, $5, $6, clock.now())`,
    [filmId, titleId, film.bytes, film.durationMs, film.previewMs, JSON.stringify(film.made)],
  );
  await owner.query('update video.title set film_id = $2 where id = $1', [titleId, filmId]);
  return filmId;
}

/**
 * A test film, encoded once for all clubs on this machine, since encoding takes longer than most tests. `name`
 * identifies the output of `makeSource`. A changed encoder encodes it again.
 */
export async function encodedFilm(name: string, makeSource: () => Buffer): Promise<EncodedFilm> {
  const folder = join(CACHE, `${name}-${hashOfEncoder()}`);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const lock = await takeLock(join(CACHE, `${name}.lock`), { waitMs: ENCODE_MS_MAX });
    try {
      if (!existsSync(folder)) await encode(folder, makeSource());
    } finally {
      lock.release();
    }
  }
  const stored = JSON.parse(readFileSync(join(folder, 'made.json'), 'utf8')) as Made & { bytes: number };
  return {
    ...stored,
    copyTo(storeFolder, filmId) {
      cpSync(join(folder, 'films', KEPT_ID), join(storeFolder, 'films', filmId), { recursive: true });
    },
  };
}

async function encode(folder: string, source: Buffer): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  const store = diskStore(unfinished);
  for (let offset = 0; offset < source.length; offset += PART_BYTES) {
    const bytes = source.subarray(offset, offset + PART_BYTES);
    await store.put(pathOfPart(KEPT_ID, offset), { bytes, contentType: '', cacheControl: '' });
  }
  const film = { id: KEPT_ID, bytes: source.length, received: source.length };
  const ffmpeg = findFfmpeg(process.env.PATH ?? '');
  const made = await makeFilm({ ffmpeg, store, workDir: unfinished, film });
  rmSync(join(unfinished, 'uploads'), { recursive: true, force: true });
  writeFileSync(join(unfinished, 'made.json'), JSON.stringify({ ...made, bytes: source.length }));
  renameSync(unfinished, folder);
}

function hashOfEncoder(): string {
  const hash = createHash('sha256').update(findFfmpeg(process.env.PATH ?? ''));
  for (const file of globSync('**/*.ts', { cwd: ENCODER }).sort()) hash.update(readFileSync(join(ENCODER, file)));
  return hash.digest('hex').slice(0, 16);
}
