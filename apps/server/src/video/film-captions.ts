import { createHash } from 'node:crypto';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { inSlices } from '../process/in-slices.ts';
import { Refusal } from '../refusal.ts';
import { cutCaptions, readingCaptions, wordsOfCues } from './captions.ts';
import { type FilmStore, folderOfFilm, keepFile } from './film-store.ts';
import { type Film, lockFilm, readFilm } from './films.ts';
import type { FilmKind } from './grants.ts';

/** What is looked for is no longer. */
const SEAM = 90;

/** One language of a film's captions; another text is another version. */
export interface FilmCaptions {
  filmId: string;
  locale: string;
  version: string;
}

/** Where the file is that a version names: the preview has one of its own, like everything that belongs to it. */
export function pathOfCaptions({ filmId, locale, version }: FilmCaptions, kind: FilmKind): string {
  return `${folderOfFilm(filmId)}/${kind}/captions/${locale}-${version}.vtt`;
}

/** Keeps the words of the whole film, and of them those that are said in its preview. */
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
  /** Refuses the words of a cue, for reasons that are not of this domain. */
  admit(words: string): void;
}

/**
 * Reads captions and keeps their file, before the row that names it: a file without a row is never asked for. Throws
 * `not-found`, `film-not-ready`, `bad-captions` with what is wrong and on which line, and what `admit` throws.
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

/** Cue by cue. What is parted between two of them is read as one. */
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
 * Shows what was kept, in the place of what was there. Returns the version before. Throws `not-found`,
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
 * Shows none in a language any more; the file stays, for whoever plays it now. Returns the version that was shown.
 * Throws `not-found`, also where there are none.
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
