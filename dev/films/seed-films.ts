import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Db } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { readCaptions } from '@tercet/server/video/captions.ts';
import { createClass } from '@tercet/server/video/classes.ts';
import { setCover } from '@tercet/server/video/covers.ts';
import { keepCaptionFiles } from '@tercet/server/video/film-captions.ts';
import type { FilmStore } from '@tercet/server/video/film-store.ts';
import { previewMsMax } from '@tercet/server/video/ingest/preview.ts';
import { createTitle, publishTitle } from '@tercet/server/video/manage-titles.ts';
import { PART_BYTES, startUpload, takePart } from '@tercet/server/video/uploads.ts';
import { placeOf } from './places.ts';
import { CAPTION_LOCALES, classTexts, FILM_CLASSES, FILM_TERMS, FILMS, type FilmPlan, titleTexts } from './plan.ts';

/**
 * Adds the play house's film library. Safe at each start: existing data and changes by staff stay, and interrupted
 * uploads continue. The club encodes the films once it is open.
 */
export async function seedFilms(db: Db, store: FilmStore, houseLocale: string): Promise<void> {
  await db
    .insertInto('video.terms')
    .values({ version: 1, access: FILM_TERMS.access, balance: FILM_TERMS.balance, start_ms: FILM_TERMS.startMs })
    .onConflict((on) => on.doNothing())
    .execute();
  const classes = await makeClasses(db, houseLocale);
  for (const plan of FILMS) await seedFilm(db, store, plan, classes, houseLocale);
}

/** Ids of all classes, by slug. */
async function makeClasses(db: Db, houseLocale: string): Promise<Map<string, string>> {
  const known = await db.selectFrom('video.class').select(['id', 'slug']).execute();
  const ids = new Map(known.map(({ slug, id }) => [slug, id]));
  for (const [position, slug] of FILM_CLASSES.entries()) {
    if (ids.has(slug)) continue;
    const plan = { slug, position, hidden: false, texts: classTexts(slug) };
    const { id } = await transaction(db, (tx) => createClass(tx, plan, houseLocale));
    ids.set(slug, id);
  }
  return ids;
}

async function seedFilm(
  db: Db,
  store: FilmStore,
  plan: FilmPlan,
  classes: ReadonlyMap<string, string>,
  houseLocale: string,
): Promise<void> {
  const fileName = `${plan.slug}.mp4`;
  const before = await db
    .selectFrom('video.film')
    .select(['id', 'state', 'received'])
    .where('file_name', '=', fileName)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (before && before.state !== 'uploading') return;
  const master = await readFile(placeOf('masters', fileName));
  const filmId = before?.id ?? (await makeTitle(db, plan, { fileName, bytes: master.length, classes, houseLocale }));
  // Before the last part, because that part submits the film for encoding.
  for (const locale of CAPTION_LOCALES) await keepWords(db, store, { filmId, plan, locale });
  for (let offset = Number(before?.received ?? 0); offset < master.length; ) {
    const bytes = master.subarray(offset, offset + PART_BYTES);
    offset = await takePart(db, store, { filmId, offset, bytes });
  }
}

interface NewTitle {
  fileName: string;
  bytes: number;
  classes: ReadonlyMap<string, string>;
  houseLocale: string;
}

/** Creates a published title with its cover and an empty film. Returns the film's id. */
async function makeTitle(db: Db, plan: FilmPlan, made: NewTitle): Promise<string> {
  const { fileName, bytes, classes, houseLocale } = made;
  const { slug, seconds: _, classSlug, ...same } = plan;
  const cover = await readFile(placeOf('covers', `${slug}.webp`));
  const classId = classes.get(classSlug) ?? '';
  return transaction(db, async (tx) => {
    const { id } = await createTitle(tx, { ...same, classId, texts: titleTexts(slug) }, houseLocale);
    await setCover(tx, id, cover);
    await publishTitle(tx, id);
    return startUpload(tx, { titleId: id, fileName, bytes, staffId: null });
  });
}

/**
 * Stores captions directly. The API accepts them only for ready films, which would mean waiting for the encoder. As in
 * the API, the file comes before the row that names it.
 */
async function keepWords(
  db: Db,
  store: FilmStore,
  { filmId, plan, locale }: { filmId: string; plan: FilmPlan; locale: string },
): Promise<void> {
  const { slug, seconds } = plan;
  const durationMs = seconds * 1_000;
  const read = readCaptions(await readFile(placeOf('captions', `${slug}.${locale}.vtt`), 'utf8'), durationMs);
  if ('what' in read) throw new Error(`captions ${slug}.${locale}: ${read.what} on line ${read.line}`);
  const version = createHash('sha256').update(read.text).digest('hex').slice(0, 16);
  await keepCaptionFiles(store, { filmId, locale, version }, { text: read.text, previewMs: previewMsMax(durationMs) });
  await db
    .insertInto('video.captions')
    .values({ film_id: filmId, locale, version })
    .onConflict((on) => on.doNothing())
    .execute();
}
