import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { diskStore } from '@tercet/server/adapters/storage/disk.ts';
import { newId } from '@tercet/server/db/ids.ts';
import { openDb } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { type Film, readFilm } from '@tercet/server/video/films.ts';
import { findFfmpeg } from '@tercet/server/video/ingest/ffmpeg.ts';
import { PART_BYTES, startUpload, takePart } from '@tercet/server/video/uploads.ts';
import type { BenchClub } from '../kit/club.ts';

export const FFMPEG = findFfmpeg(process.env.PATH ?? '');

/** Runs ffmpeg in a folder. Throws with its output. Returns the duration in ms. */
export function runBare(folder: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(FFMPEG, ['-y', '-nostdin', '-loglevel', 'error', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  return performance.now() - start;
}

/** A film in which every pixel changes in every picture, with a tone. */
export function makeFilmFile(folder: string, name: string, { seconds = 60, size = '1280x720' } = {}): Buffer {
  runBare(folder, [
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds},noise=alls=12:allf=t`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26', '-pix_fmt', 'yuv420p', '-c:a', 'aac', name],
  ]);
  return readFileSync(`${folder}/${name}`);
}

const READY_MS_MAX = 120_000;

export interface PutPlan {
  /** A folder for temporary files. */
  folder: string;
  /** The club's film store. */
  films: string;
  seconds: number;
}

/** Adds a free film with the title "Bench" to a running club, encoded by the server from an upload. */
export async function putFilm(club: BenchClub, { folder, films, seconds }: PutPlan): Promise<Film> {
  const bytes = makeFilmFile(folder, 'source.mp4', { seconds, size: '854x480' });
  const db = openDb(club.owner);
  const [classId, titleId] = [newId(), newId()];
  await club.owner.query(`insert into video.class (id, slug, position, texts) values ($1, 'bench', 0, $2)`, [
    classId,
    JSON.stringify({ en: { name: 'Bench' } }),
  ]);
  await club.owner.query(
    `insert into video.title (id, class_id, texts, age, access, published_at) values ($1, $2, $3, 0, 'free', clock.now())`,
    [titleId, classId, JSON.stringify({ en: { name: 'Bench', description: '' } })],
  );
  const plan = { titleId, fileName: 'source.mp4', bytes: bytes.length, staffId: null };
  const filmId = await transaction(db, (tx) => startUpload(tx, plan));
  for (let offset = 0; offset < bytes.length; offset += PART_BYTES) {
    const part = { filmId, offset, bytes: bytes.subarray(offset, offset + PART_BYTES) };
    await takePart(db, diskStore(films), part);
  }
  const until = performance.now() + READY_MS_MAX;
  while (performance.now() < until) {
    const film = await readFilm(db, filmId);
    if (film?.state === 'ready') return film;
    if (film?.state === 'failed') throw new Error(`the film failed: ${film.fault}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the film was not ready in two minutes');
}
