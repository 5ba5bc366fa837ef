import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { transaction } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { Refusal } from '../refusal.ts';
import { type FilmStore, pathOfPart, removeAll } from './film-store.ts';
import { type Film, lockFilm, readFilm } from './films.ts';

/** Length of each part of an upload except the last. It fits into a call's time on a 1.2 Mbit/s connection. */
export const PART_BYTES = 4 * 1_024 * 1_024;
/** Maximum size of an uploaded film. */
const FILM_BYTES_MAX = 16 * 1_024 ** 3;
const NAME_MAX = 255;

export interface UploadPlan {
  titleId: string;
  /** File name as the person called it; shown to people, never used as a path. */
  fileName: string;
  bytes: number;
  staffId: string | null;
}

/** Starts the upload of a title's film; returns its id. Throws `not-found`, `fill-in`, `too-many-bytes`. */
export async function startUpload(tx: Tx, { titleId, fileName, bytes, staffId }: UploadPlan): Promise<string> {
  const name = fileNameOf(fileName);
  if (name === '' || !Number.isSafeInteger(bytes) || bytes < 1) throw new Refusal('fill-in');
  if (bytes > FILM_BYTES_MAX) throw new Refusal('too-many-bytes', { maxBytes: FILM_BYTES_MAX });
  const title = await tx.q.selectFrom('video.title').select('id').where('id', '=', titleId).executeTakeFirst();
  if (!title) throw new Refusal('not-found');
  const id = newId();
  await tx.q
    .insertInto('video.film')
    .values({ id, title_id: titleId, file_name: name, bytes: BigInt(bytes), uploaded_by: staffId })
    .execute();
  return id;
}

/** The file name to store: without folders and invisible characters. */
export function fileNameOf(fileName: string): string {
  const own = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  return own
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, NAME_MAX);
}

export interface Part {
  filmId: string;
  /** Offset of the part: the bytes received so far. */
  offset: number;
  bytes: Uint8Array;
}

/**
 * Stores the next part of an upload; returns the bytes received. With the last part the film waits for its encoding.
 * Throws `not-found`, `film-busy` if it is not being uploaded, `wrong-offset` with the bytes received, and
 * `too-many-bytes`.
 */
export function takePart(db: Db, store: FilmStore, { filmId, offset, bytes }: Part): Promise<number> {
  const path = pathOfPart(filmId, offset);
  // Two concurrent calls would write the same file, and the row could describe the other one's bytes.
  const before = coming.get(path) ?? Promise.resolve();
  const taken = before.then(() => keepPart(db, store, { filmId, offset, bytes }, path));
  const over = taken.then(
    () => undefined,
    () => undefined,
  );
  coming.set(path, over);
  void over.then(() => coming.get(path) === over && coming.delete(path));
  return taken;
}

/** Parts in progress in this process, by path. Calls for the same part run one after the other. */
const coming = new Map<string, Promise<void>>();

async function keepPart(db: Db, store: FilmStore, { filmId, offset, bytes }: Part, path: string): Promise<number> {
  const film = await readFilm(db, filmId);
  if (film === null) throw new Refusal('not-found');
  refuseOutOfTurn(film, offset);
  const wanted = Math.min(PART_BYTES, film.bytes - offset);
  if (bytes.length > wanted) throw new Refusal('too-many-bytes', { maxBytes: wanted });
  // A truncated part must be sent whole, so that parts stay at the offsets that the encoder expects.
  if (bytes.length < wanted) throw new Refusal('wrong-offset', { receivedBytes: film.received });
  // Store the file before the row: after a crash in between, the client sends the part again.
  await store.put(path, { bytes, contentType: 'application/octet-stream', cacheControl: 'no-store' });
  try {
    return await noteReceived(db, filmId, offset, bytes.length);
  } catch (error) {
    // If the upload was cancelled meanwhile, its other parts are already removed.
    if ((await readFilm(db, filmId))?.state === 'removed') await store.remove(path);
    throw error;
  }
}

function noteReceived(db: Db, filmId: string, offset: number, bytes: number): Promise<number> {
  return transaction(db, async (tx) => {
    const now = await lockFilm(tx, filmId);
    refuseOutOfTurn(now, offset);
    const received = offset + bytes;
    const state = received === now.bytes ? 'waiting' : 'uploading';
    await tx.q
      .updateTable('video.film')
      .set({ received: BigInt(received), state })
      .where('id', '=', filmId)
      .execute();
    return received;
  });
}

function refuseOutOfTurn(film: Film, offset: number): void {
  if (film.state !== 'uploading') throw new Refusal('film-busy');
  if (offset !== film.received) throw new Refusal('wrong-offset', { receivedBytes: film.received });
}

/** Offsets of all parts received so far. */
export function offsetsOf({ received }: Pick<Film, 'received'>): number[] {
  return Array.from({ length: Math.ceil(received / PART_BYTES) }, (_, n) => n * PART_BYTES);
}

export function removeParts(store: FilmStore, film: Pick<Film, 'id' | 'received'>): Promise<void> {
  // Include the next part: its file may exist without the row.
  const offsets = [...offsetsOf(film), Math.ceil(film.received / PART_BYTES) * PART_BYTES];
  return removeAll(
    store,
    offsets.map((offset) => pathOfPart(film.id, offset)),
  );
}

/**
 * Cancels an upload, or removes a failed film. The files are removed after the commit. Throws `not-found`, and
 * `film-busy` if it is being encoded or is ready.
 */
export async function cancelUpload(tx: Tx, store: FilmStore, filmId: string): Promise<Film> {
  const film = await lockFilm(tx, filmId);
  if (!['uploading', 'waiting', 'failed'].includes(film.state)) throw new Refusal('film-busy');
  await tx.q.updateTable('video.film').set({ state: 'removed', fault: null }).where('id', '=', filmId).execute();
  // `sweepUploads` finds what a failure leaves behind.
  tx.onCommit(() => void removeParts(store, film).catch(() => {}));
  return film;
}

/** Retries a film after an encoder failure. Throws `not-found`, `film-busy` for any other film. */
export async function retryFilm(tx: Tx, filmId: string): Promise<Film> {
  const film = await lockFilm(tx, filmId);
  if (film.state !== 'failed' || film.fault !== 'encoder') throw new Refusal('film-busy');
  await tx.q
    .updateTable('video.film')
    .set({ state: 'waiting', fault: null, percent: 0, attempts: 0 })
    .where('id', '=', filmId)
    .execute();
  return film;
}

const ABANDONED_DAYS = 7;

/** Ends abandoned uploads and removes unneeded parts. Returns the number of uploads ended. */
export async function sweepUploads(db: Db, store: FilmStore): Promise<number> {
  const before = new Date((await clockNow(db)).getTime() - ABANDONED_DAYS * DAY_MS);
  const { rows } = await sql<{ id: string }>`
    update video.film f set state = 'removed', fault = null
    where f.state in ('uploading', 'failed') and f.created_at < ${before}::timestamptz returning f.id`.execute(db);
  for (const { id } of rows) {
    const film = await readFilm(db, id);
    if (film !== null) await removeParts(store, film);
  }
  return rows.length;
}
