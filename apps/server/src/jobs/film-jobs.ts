import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { DAY_MS } from '../durations.ts';
import { encodeDueFilms } from '../video/encoding.ts';
import type { FilmStore } from '../video/film-store.ts';
import { findFfmpeg } from '../video/ingest/ffmpeg.ts';
import { WORK_FOLDER } from '../video/ingest/make-film.ts';
import { sweepUploads } from '../video/uploads.ts';

export interface FilmJobs {
  encode(): Promise<unknown>;
  sweep(): Promise<unknown>;
  /** Interrupts the current film. The next start continues it. */
  stop(): Promise<void>;
}

interface FilmJobsDeps {
  db: Db;
  store: FilmStore;
  searchPath: string;
  log: Logger;
}

/** No film takes this long, in ms. */
const FORGOTTEN_MS = DAY_MS;

export function filmJobs({ db, store, searchPath, log }: FilmJobsDeps): FilmJobs {
  const stopping = new AbortController();
  let encoding: Promise<unknown> = Promise.resolve();
  const onFault = (filmId: string, error: unknown) => log.warn({ filmId, err: error }, 'film encoding failed');
  return {
    encode() {
      encoding = encodeDueFilms(
        { db, store, ffmpeg: findFfmpeg(searchPath), workDir: tmpdir(), onFault },
        stopping.signal,
      );
      return encoding;
    },
    async sweep() {
      await removeForgotten();
      await sweepUploads(db, store);
    },
    async stop() {
      stopping.abort();
      await encoding.catch(() => {});
    },
  };
}

/** Removes work folders of killed processes. */
async function removeForgotten(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(WORK_FOLDER));
  for (const name of names) {
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > FORGOTTEN_MS) await rm(path, { recursive: true, force: true });
  }
}
