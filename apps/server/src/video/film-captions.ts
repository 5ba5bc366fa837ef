import { createHash } from 'node:crypto';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { inSlices } from '../process/time-slicing.ts';
import { Refusal } from '../refusal.ts';
import { cutCaptions, readingCaptions, wordsOfCues } from './captions.ts';
import { type FilmStore, folderOfFilm, keepFile } from './film-store.ts';
import { type Film, lockFilm, readFilm } from './films.ts';
import type { FilmKind } from './grants.ts';

/** Characters kept across two cues; no pattern that the check looks for is longer. */
const SEAM = 90;

/** Captions of a film in one language. A changed text has a new version. */
export interface FilmCaptions {
  filmId: string;
  locale: string;
  version: string;
}

/** Path of the captions file of a version. The preview has its own file, like everything that belongs to it. */
export function pathOfCaptions({ filmId, locale, version }: FilmCaptions, kind: FilmKind): string {
  return `${folderOfFilm(filmId)}/${kind}/captions/${locale}-${version}.vtt`;
}

/** Stores the captions of the whole film and those of its preview. */
export async function keepCaptionFiles(
  store: FilmStore,
  captions: FilmCaptions,
  { text, previewMs }: { text: string; previewMs: number },
): Promise<void> {
  await keepFile(store, pathOfCaptions(captions, 'full'), Buffer.from(text));
  await keepFile(store, pathOfCaptions(captions, 'preview'), Buffer.from(cutCaptions(text, previewMs)));
}

export async function captionsOfFilms(q: Db | Tx['q'], filmIds: readonly string[]): Promise<FilmCaptions[]> {
  if (filmIds.length === 0) return [];
  return q
    .selectFrom('video.captions')
    .select(['film_id as filmId', 'locale', 'version'])
    .where('film_id', 'in', filmIds)
    .orderBy('locale')
    .execute();
}

export interface CaptionsAsk {
  filmId: string;
  locale: string;
  text: string;
  /** Throws to refuse a cue's words. The rules belong to the caller. */
  admit(words: string): void;
}

/**
 * Parses captions and stores their file, before the row that names it: a file without a row is never requested. Throws
 * `not-found`, `film-not-ready`, `bad-captions` with fault and line, and the refusals of `admit`.
 */
export async function keepCaptions(
  db: Db,
  store: FilmStore,
  { filmId, locale, text: typed, admit }: CaptionsAsk,
): Promise<FilmCaptions & { cues: number }> {
  const film = refuseUnready(await readFilm(db, filmId));
  const read = await inSlices(readingCaptions(typed, film.durationMs ?? 0));
  if ('what' in read) throw new Refusal('bad-captions', { ...read }, { text: 'bad-captions' });
  await inSlices(admitAll(wordsOfCues(read), admit));
  const { text, cues } = read;
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const captions = { filmId, locale, version };
  await keepCaptionFiles(store, captions, { text, previewMs: film.previewMs ?? 0 });
  return { ...captions, cues };
}

/** Checks cue by cue, and the seam between two cues, so that a split pattern is found too. */
function* admitAll(words: Iterable<string>, admit: CaptionsAsk['admit']): Generator<void, void> {
  let before = '';
  for (const now of words) {
    admit(now);
    yield;
    admit(`${before.slice(-SEAM)} ${now.slice(0, SEAM)}`);
    yield;
    before = now;
  }
}

/**
 * Shows the stored version in place of the current one. Returns the version before. Throws `not-found`,
 * `film-not-ready`.
 */
export async function setCaptions(tx: Tx, { filmId, locale, version }: FilmCaptions): Promise<string | null> {
  const before = await takeCaptions(tx, filmId, locale);
  await tx.q
    .insertInto('video.captions')
    .values({ film_id: filmId, locale, version })
    .onConflict((on) => on.columns(['film_id', 'locale']).doUpdateSet({ version }))
    .execute();
  return before;
}

/**
 * Stops showing captions in a language. The file stays for current viewers. Returns the version that was shown. Throws
 * `not-found`, also if there are no captions.
 */
export async function removeCaptions(tx: Tx, filmId: string, locale: string): Promise<string> {
  const before = await takeCaptions(tx, filmId, locale);
  if (before === null) throw new Refusal('not-found');
  await tx.q.deleteFrom('video.captions').where('film_id', '=', filmId).where('locale', '=', locale).execute();
  return before;
}

async function takeCaptions(tx: Tx, filmId: string, locale: string): Promise<string | null> {
  refuseUnready(await lockFilm(tx, filmId));
  const [before] = (await captionsOfFilms(tx.q, [filmId])).filter((one) => one.locale === locale);
  return before?.version ?? null;
}

function refuseUnready(film: Film | null): Film {
  if (film === null || film.state === 'removed') throw new Refusal('not-found');
  if (film.state !== 'ready') throw new Refusal('film-not-ready');
  return film;
}
