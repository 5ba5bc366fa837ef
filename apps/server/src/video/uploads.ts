import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type FilmStore, pathOfPart, removeAll } from './film-store.ts';
import { type Film, lockFilm, readFilm } from './films.ts';

/** Every part of an upload is as long, but for the last: short enough for a line of 1.2 Mbit/s within a call's time. */
export const PART_BYTES = 4 * 1_024 * 1_024;
/** Of one film as it is sent. */
const FILM_BYTES_MAX = 16 * 1_024 ** 3;
const NAME_MAX = 255;

export interface UploadPlan {
  titleId: string;
  /** As the person called it; a name for people, never of a file here. */
  fileName: string;
  bytes: number;
  staffId: string | null;
}

/** Makes room for a film of a title. Returns its id. Throws `not-found`, `fill-in`, `too-many-bytes`. */
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

/** As it is kept: without the folders of whoever sent it, and without signs that no eye sees. */
export function fileNameOf(fileName: string): string {
  const own = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  return own
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, NAME_MAX);
}

export interface Part {
  filmId: string;
  /** Where it begins: at what was received so far. */
  offset: number;
  bytes: Uint8Array;
}

/**
 * Keeps the next part of an upload; with the last one the film waits for its encoding. Returns what is received then.
 * Throws `not-found`, `film-busy` for one that is not being uploaded, `wrong-offset` with what was received, and
 * `too-many-bytes`.
 */
export function takePart(db: Db, store: FilmStore, { filmId, offset, bytes }: Part): Promise<number> {
  const path = pathOfPart(filmId, offset);
  // Two at once would write one file, and the row would tell of the other.
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

/** Parts that this process is taking, one after the other where they are the same. */
const coming = new Map<string, Promise<void>>();

async function keepPart(db: Db, store: FilmStore, { filmId, offset, bytes }: Part, path: string): Promise<number> {
  const film = await readFilm(db, filmId);
  if (film === null) throw new Refusal('not-found');
  refuseOutOfTurn(film, offset);
  const wanted = Math.min(PART_BYTES, film.bytes - offset);
  if (bytes.length > wanted) throw new Refusal('too-many-bytes', { maxBytes: wanted });
  // Cut short on its way: what is missing must come with it, so that parts stay where the encoder looks for them.
  if (bytes.length < wanted) throw new Refusal('wrong-offset', { receivedBytes: film.received });
  // First the file, then the row that says that it is there: after a crash in between the part is sent again.
  await store.put(path, { bytes, contentType: 'application/octet-stream', cacheControl: 'no-store' });
  try {
    return await noteReceived(db, filmId, offset, bytes.length);
  } catch (error) {
    // Where the upload was ended while this came, its other parts are gone already.
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

/** Where each part of a film begins that was received so far. */
export function offsetsOf({ received }: Pick<Film, 'received'>): number[] {
  return Array.from({ length: Math.ceil(received / PART_BYTES) }, (_, n) => n * PART_BYTES);
}

export function removeParts(store: FilmStore, film: Pick<Film, 'id' | 'received'>): Promise<void> {
  // The next one too: its row may not have been written any more.
  const offsets = [...offsetsOf(film), Math.ceil(film.received / PART_BYTES) * PART_BYTES];
  return removeAll(
    store,
    offsets.map((offset) => pathOfPart(film.id, offset)),
  );
}

/**
 * Ends an upload, or takes away a film that failed; the files go with the commit. Throws `not-found`, and `film-busy`
 * for one that is being encoded or is ready.
 */
export async function cancelUpload(tx: Tx, store: FilmStore, filmId: string): Promise<Film> {
  const film = await lockFilm(tx, filmId);
  if (!['uploading', 'waiting', 'failed'].includes(film.state)) throw new Refusal('film-busy');
  await tx.q.updateTable('video.film').set({ state: 'removed', fault: null }).where('id', '=', filmId).execute();
  // What stays behind when this fails is found by the sweep.
  tx.onCommit(() => void removeParts(store, film).catch(() => {}));
  return film;
}

/** Lets a film be encoded again where the encoder broke down. Throws `not-found`, `film-busy` for any other. */
export async function retryFilm(tx: Tx, filmId: string): Promise<Film> {
  const film = await lockFilm(tx, filmId);
  if (film.state !== 'failed' || film.fault !== 'encoder') throw new Refusal('film-busy');
  await tx.q
    .updateTable('video.film')
    .set({ state: 'waiting', fault: null, percent: 0, tries: 0 })
    .where('id', '=', filmId)
    .execute();
  return film;
}

const ABANDONED_DAYS = 7;

/** Ends uploads that nobody went on with, and removes the parts that are needed no more. Returns how many ended. */
export async function sweepUploads(db: Db, store: FilmStore): Promise<number> {
  const before = new Date((await clockNow(db)).getTime() - ABANDONED_DAYS * 86_400_000);
  const { rows } = await sql<{ id: string }>`
    update video.film f set state = 'removed', fault = null
    where f.state in ('uploading', 'failed') and f.created_at < ${before}::timestamptz returning f.id`.execute(db);
  for (const { id } of rows) {
    const film = await readFilm(db, id);
    if (film !== null) await removeParts(store, film);
  }
  return rows.length;
}
