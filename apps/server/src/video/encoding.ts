import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { FilmStore } from './film-store.ts';
import { type Film, type FilmFaultCode, lockFilm, readFilm } from './films.ts';
import { FilmFault } from './ingest/ffmpeg.ts';
import { type Made, makeFilm } from './ingest/make-film.ts';
import { removeParts } from './uploads.ts';

export interface EncodingDeps {
  db: Db;
  store: FilmStore;
  /** Path of the ffmpeg program. */
  ffmpeg: string;
  /** Folder for temporary files of the encoding. */
  workDir: string;
  onFault(filmId: string, error: unknown): void;
}

/** Lease of a film in milliseconds. The holder renews it; an expired lease means that the holder died. */
const LEASE_MS = 60_000;
const RENEW_MS = 5_000;
const ATTEMPTS_MAX = 3;

/**
 * Encodes waiting films one after the other until none is left or `signal` aborts; it then releases the current film.
 * Any number of processes may run this. Returns the number of processed films, failed ones included.
 */
export async function encodeDueFilms(deps: EncodingDeps, signal: AbortSignal): Promise<number> {
  for (let done = 0; ; done++) {
    if (signal.aborted) return done;
    const held = await claimFilm(deps.db);
    if (held === null) return done;
    await encodeHeld(deps, held, signal);
  }
}

interface Held {
  film: Film;
  holder: string;
}

/** Leases the film that has waited longest, or one with an expired lease. Null if there is none. */
async function claimFilm(db: Db): Promise<Held | null> {
  const holder = newId();
  const id = await transaction(db, async (tx) => {
    const now = await clockNow(tx.q);
    const { rows } = await sql<{ id: string }>`
      select f.id from video.film f
      where f.state = 'waiting' or (f.state = 'encoding' and f.held_until < ${now}::timestamptz)
      order by f.created_at, f.id limit 1 for update skip locked`.execute(tx.q);
    if (!rows[0]) return null;
    await tx.q
      .updateTable('video.film')
      .set((eb) => ({ state: 'encoding', percent: 0, attempts: eb('attempts', '+', 1), ...leaseOf(holder, now) }))
      .where('id', '=', rows[0].id)
      .execute();
    return rows[0].id;
  });
  if (id === null) return null;
  const film = await readFilm(db, id);
  return film === null ? null : { film, holder };
}

function leaseOf(holder: string, now: Date) {
  return { holder, held_until: new Date(now.getTime() + LEASE_MS) };
}

async function encodeHeld(deps: EncodingDeps, held: Held, signal: AbortSignal): Promise<void> {
  const { film } = held;
  const lost = new AbortController();
  const renewing = keepHeld(deps.db, held, () => lost.abort());
  try {
    // Attempts are counted in advance, so that a film that crashes the process fails here too.
    if (film.attempts > ATTEMPTS_MAX) throw new FilmFault('encoder');
    const made = await makeFilm({
      ...{ ffmpeg: deps.ffmpeg, store: deps.store, workDir: deps.workDir, film },
      onProgress: renewing.note,
      signal: AbortSignal.any([signal, lost.signal]),
    });
    await renewing.stop();
    await finish(deps, held, made);
  } catch (error) {
    await renewing.stop();
    if (lost.signal.aborted) return;
    if (signal.aborted) return letGo(deps.db, held);
    await fail(deps, held, error);
  }
}

/** Renews the lease with the progress. Calls `onLost` if another process has taken the film over. */
function keepHeld(db: Db, { film, holder }: Held, onLost: () => void) {
  let percent = 0;
  let renewing = Promise.resolve();
  const renew = async () => {
    const now = await clockNow(db);
    const { numUpdatedRows } = await db
      .updateTable('video.film')
      .set({ percent, ...leaseOf(holder, now) })
      .where('id', '=', film.id)
      .where('holder', '=', holder)
      .where('state', '=', 'encoding')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) onLost();
  };
  const timer = setInterval(() => {
    // A short database outage is retried at the next renewal.
    renewing = renewing.then(renew).catch(() => {});
  }, RENEW_MS);
  return {
    note(now: number): void {
      percent = now;
    },
    stop(): Promise<void> {
      clearInterval(timer);
      return renewing;
    },
  };
}

/**
 * Runs `work` in a transaction while this process holds the lease. Returns false, without running it, if another
 * process has it: that one's result counts.
 */
async function whileHeld(db: Db, { film, holder }: Held, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockFilm(tx, film.id);
    const held = await tx.q
      .selectFrom('video.film')
      .select('id')
      .where('id', '=', film.id)
      .where('holder', '=', holder)
      .where('state', '=', 'encoding')
      .executeTakeFirst();
    if (held) await work(tx);
    return held !== undefined;
  });
}

const UNHELD = { holder: null, held_until: null };

async function finish({ db, store }: EncodingDeps, held: Held, { durationMs, previewMs, made }: Made): Promise<void> {
  const { film } = held;
  const isHeld = await whileHeld(db, held, async (tx) => {
    await tx.q
      .updateTable('video.film')
      .set({
        ...{ state: 'ready', percent: 100, duration_ms: durationMs, preview_ms: previewMs, ...UNHELD },
        made: JSON.stringify(made),
        ready_at: await clockNow(tx.q),
      })
      .where('id', '=', film.id)
      .execute();
    // Show the newest upload. An older upload that becomes ready later is not shown.
    await sql`
      update video.title t set film_id = ${film.id}::uuid
      where t.id = ${film.titleId}::uuid and not exists (
        select from video.film f join video.film mine on mine.id = ${film.id}::uuid
        where f.id = t.film_id and (f.created_at, f.id) > (mine.created_at, mine.id))`.execute(tx.q);
  });
  if (isHeld) await removeParts(store, film).catch(() => {});
}

/** Records a failure. A faulty file fails for good and its upload is removed; an encoder failure is retried. */
async function fail(deps: EncodingDeps, held: Held, error: unknown): Promise<void> {
  const { film } = held;
  const code: FilmFaultCode = error instanceof FilmFault ? error.code : 'encoder';
  deps.onFault(film.id, error);
  if (code === 'encoder' && film.attempts < ATTEMPTS_MAX) return letGo(deps.db, held, film.attempts);
  const isHeld = await whileHeld(deps.db, held, async (tx) => {
    await tx.q
      .updateTable('video.film')
      .set({ state: 'failed', fault: code, ...UNHELD })
      .where('id', '=', film.id)
      .execute();
  });
  if (isHeld && code !== 'encoder') await removeParts(deps.store, film).catch(() => {});
}

/** Releases a film for other processes. An attempt that this process aborted does not count. */
async function letGo(db: Db, held: Held, attempts = held.film.attempts - 1): Promise<void> {
  await whileHeld(db, held, async (tx) => {
    await tx.q
      .updateTable('video.film')
      .set({ state: 'waiting', percent: 0, attempts, ...UNHELD })
      .where('id', '=', held.film.id)
      .execute();
  });
}
