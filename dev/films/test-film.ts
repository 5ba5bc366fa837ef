import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskStore } from '@tercet/server/adapters/storage/disk.ts';
import { newId } from '@tercet/server/db/ids.ts';
import { openDb, openPool } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { keepCaptionFiles } from '@tercet/server/video/film-captions.ts';
import type { FilmStore } from '@tercet/server/video/film-store.ts';
import { findFfmpeg } from '@tercet/server/video/ingest/ffmpeg.ts';
import { PART_BYTES, startUpload, takePart } from '@tercet/server/video/uploads.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addReadyFilm, encodedFilm } from './encoded-film.ts';

/** A running club, as `npm start` reports it. */
interface Place {
  ownerUrl: string;
  dataDir: string;
}

export interface TestTitle {
  name: string;
  className?: string;
  age?: number;
  balance?: bigint;
  price?: bigint;
  /** Start of the full film. */
  startMs?: number;
  recommended?: boolean;
}

const READY_MS_MAX = 120_000;
const LOOK_MS = 200;
/** Version of the caption texts. */
const CAPTIONS = '00000001';

/**
 * Puts a film with captions into a running club and attaches it to all titles. Default: moving bars with a tone,
 * encoded once for all clubs; the captions name each second. With `bytes` the club encodes that film. Returns the ids
 * of the titles, in order.
 */
export async function putTestFilm(
  place: Place,
  seconds: number,
  titles: readonly TestTitle[],
  bytes?: Buffer,
): Promise<string[]> {
  const pool = openPool({ url: place.ownerUrl, connectionsMax: 2 });
  try {
    const storeFolder = join(place.dataDir, 'films');
    const store = diskStore(storeFolder);
    const ids: string[] = [];
    for (const title of titles) ids.push(await addTitle(pool, title));
    const [titleId = ''] = ids;
    const { filmId, previewMs } =
      bytes === undefined
        ? await addBars(pool, storeFolder, { seconds, titleId })
        : await sendFilm(pool, store, { bytes, titleId });
    for (const locale of ['en', 'ar']) {
      const stored = { filmId, locale, version: CAPTIONS };
      await keepCaptionFiles(store, stored, { text: captions(locale, seconds), previewMs });
      await pool.query('insert into video.captions (film_id, locale, version) values ($1, $2, $3)', [
        filmId,
        locale,
        CAPTIONS,
      ]);
    }
    await pool.query('update video.title set film_id = $1, published_at = clock.now() where id = any($2)', [
      filmId,
      ids,
    ]);
    return ids;
  } finally {
    await pool.end();
  }
}

type Pool = ReturnType<typeof openPool>;

interface SentFilm {
  filmId: string;
  previewMs: number;
}

async function addBars(
  pool: Pool,
  storeFolder: string,
  { seconds, titleId }: { seconds: number; titleId: string },
): Promise<SentFilm> {
  const film = await encodedFilm(`bars-${seconds}`, () => makeFilm(seconds));
  return { filmId: await addReadyFilm(pool, storeFolder, { film, titleId }), previewMs: film.previewMs };
}

/** Uploads as the console does and waits for the encoder. */
async function sendFilm(
  pool: Pool,
  store: FilmStore,
  { bytes, titleId }: { bytes: Buffer; titleId: string },
): Promise<SentFilm> {
  const db = openDb(pool);
  const plan = { titleId, fileName: 'bars.mp4', bytes: bytes.length, staffId: null };
  const filmId = await transaction(db, (tx) => startUpload(tx, plan));
  for (let offset = 0; offset < bytes.length; offset += PART_BYTES) {
    await takePart(db, store, { filmId, offset, bytes: bytes.subarray(offset, offset + PART_BYTES) });
  }
  return { filmId, previewMs: await untilReady(pool, filmId) };
}

async function addTitle(pool: Pool, title: TestTitle): Promise<string> {
  const { name, className = 'Test films', age = 0, balance = null, price = null, startMs = null } = title;
  const id = newId();
  const slug = className.toLowerCase().replaceAll(' ', '-');
  await pool.query(
    `insert into video.class (id, slug, position, texts) values ($1, $2, 900, $3) on conflict (slug) do nothing`,
    [newId(), slug, JSON.stringify({ en: { name: className } })],
  );
  const access = price !== null ? 'bought' : balance !== null ? 'balance' : 'free';
  const texts = JSON.stringify({ en: { name, description: `${name}: bars that move, and a tone.` } });
  await pool.query(
    `insert into video.title (id, class_id, texts, age, access, balance, price, hours, start_ms, recommended)
     values ($1, (select id from video.class where slug = $2), $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, slug, texts, age, access, balance, price, price === null ? null : 48, startMs, title.recommended ?? false],
  );
  return id;
}

/** A source file of moving bars with a tone. */
export function makeFilm(seconds: number): Buffer {
  const folder = temporaryFolder('tercet-bars-');
  try {
    const file = join(folder.path, 'bars.mp4');
    const args = [
      ...['-y', '-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc2=size=854x480:rate=12:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', file],
    ];
    const { status, stderr } = spawnSync(findFfmpeg(process.env.PATH ?? ''), args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
    return readFileSync(file);
  } finally {
    folder.remove();
  }
}

/** Returns the preview's length in ms. */
async function untilReady(pool: Pool, filmId: string): Promise<number> {
  const until = performance.now() + READY_MS_MAX;
  while (performance.now() < until) {
    const { rows } = await pool.query('select state, fault, preview_ms from video.film where id = $1', [filmId]);
    if (rows[0]?.state === 'ready') return rows[0].preview_ms;
    if (rows[0]?.state === 'failed') throw new Error(`the film failed: ${rows[0].fault}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error('the film was not ready in time');
}

function captions(locale: string, seconds: number): string {
  const at = (second: number) =>
    `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`;
  const word = locale === 'ar' ? 'الثانية' : 'Second';
  const cues = Array.from(
    { length: seconds },
    (_, second) => `${at(second)} --> ${at(second + 1)}\n${word} ${second}\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}`;
}
