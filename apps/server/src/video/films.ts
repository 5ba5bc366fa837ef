import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

export const FILM_STATES = ['uploading', 'waiting', 'encoding', 'ready', 'failed', 'removed'] as const;
export type FilmState = (typeof FILM_STATES)[number];

/**
 * Codes of a failed film. `no-film` … `broken`: the file is at fault. `encoder`: every attempt to encode failed.
 * `lost`: a part of the upload is missing.
 */
export const FILM_FAULTS = [
  ...['no-film', 'no-picture', 'no-sound', 'too-long', 'too-short', 'too-large', 'too-small', 'too-fast', 'broken'],
  ...['encoder', 'lost'],
] as const;
export type FilmFaultCode = (typeof FILM_FAULTS)[number];

/** An upload and its state. */
export interface Film {
  id: string;
  titleId: string;
  state: FilmState;
  fileName: string;
  bytes: number;
  received: number;
  /** Null unless it failed. */
  fault: string | null;
  percent: number;
  attempts: number;
  durationMs: number | null;
  previewMs: number | null;
  made: MadeFilm | null;
  createdAtMs: number;
}

/** The encoder's result, except for the length. */
export interface MadeFilm {
  width: number;
  height: number;
  /** Sizes in pixels, largest first: `854x480`. */
  sizes: string[];
  hasThumbnails: boolean;
  /** Names of all stored files, relative to the film's folder. */
  files: string[];
}

/** A film; null if there is none. */
export async function readFilm(q: Db | Tx['q'], id: string): Promise<Film | null> {
  const row = await filmRows(q).where('id', '=', id).executeTakeFirst();
  return row ? filmOf(row) : null;
}

/** Films of a title, newest first, without removed ones. */
export async function filmsOfTitle(q: Db | Tx['q'], titleId: string): Promise<Film[]> {
  const rows = await filmRows(q)
    .where('title_id', '=', titleId)
    .where('state', '<>', 'removed')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  return rows.map(filmOf);
}

/** Locks a film's row. Throws `not-found`. */
export async function lockFilm(tx: Tx, id: string): Promise<Film> {
  const row = await filmRows(tx.q).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return filmOf(row);
}

function filmRows(q: Db | Tx['q']) {
  return q
    .selectFrom('video.film')
    .select(['id', 'title_id', 'state', 'file_name', 'bytes', 'received', 'fault', 'percent', 'attempts'])
    .select(['duration_ms', 'preview_ms', 'made', 'created_at']);
}

type FilmRow = Awaited<ReturnType<ReturnType<typeof filmRows>['executeTakeFirstOrThrow']>>;

function filmOf(row: FilmRow): Film {
  return {
    id: row.id,
    titleId: row.title_id,
    state: row.state as FilmState,
    fileName: row.file_name,
    bytes: Number(row.bytes),
    received: Number(row.received),
    fault: row.fault,
    percent: row.percent,
    attempts: row.attempts,
    durationMs: row.duration_ms,
    previewMs: row.preview_ms,
    made: row.made as MadeFilm | null,
    createdAtMs: row.created_at.getTime(),
  };
}
