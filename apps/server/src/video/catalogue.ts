import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { hasName } from '../db/search.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords, type LanguageCode } from '../languages.ts';
import type { TitleTerms } from './access.ts';
import { type Chapter, chaptersOf } from './chapters.ts';
import type { MadeFilm } from './films.ts';
import type { VideoTerms } from './terms.ts';
import { IS_SHOWN } from './titles.ts';
import type { KnownViewer } from './viewers.ts';

/** A class as members see it. */
export interface VideoClass {
  slug: string;
  name: string;
  /** Number of visible titles in it. */
  titles: number;
}

/** A visible title: published, in a class that is not hidden, with a film that is ready. */
export interface ShownTitle extends TitleTerms {
  id: string;
  classSlug: string;
  className: string;
  name: string;
  description: string;
  /** Language of the texts. */
  locale: string;
  age: number;
  /** Start position of the film in milliseconds; null: the house's default. */
  startMs: number | null;
  plays: number;
  publishedAtMs: number;
  filmId: string;
  durationMs: number;
  previewMs: number;
  made: MadeFilm;
  /** Changes with the cover. */
  coverVersion: string;
  /** Ordered by language tag. */
  captions: { locale: string; version: string }[];
  /** In ascending order; empty without chapters. */
  chapters: readonly Chapter[];
}

/** The reader's languages, preferred first, and the house's own. */
export interface Readers {
  languages: readonly LanguageCode[];
  house: string;
}

/** `plays`: most played first. `shortest`: shortest first. */
export const TITLE_SORTS = ['newest', 'plays', 'shortest'] as const;
export type TitleSort = (typeof TITLE_SORTS)[number];

/** A viewer and the house's terms, to list only titles that the viewer's balance opens. */
export interface IncludedFor {
  viewer: KnownViewer | null;
  terms: VideoTerms;
}

export interface TitlesAsk extends Readers {
  class?: string;
  sort?: TitleSort;
  /** Lists only titles that are free or open by this viewer's balance. */
  includedFor?: IncludedFor;
  /** Part of a name, in any language. */
  search?: string;
  /** Id of the last title of the previous page (exclusive). */
  before?: string;
  limit: number;
}

export interface TitlesPage {
  items: ShownTitle[];
  nextCursor: string | null;
  total: number;
}

type Texts = Record<string, { name: string; description?: string; chapters?: Chapter[] }>;

interface Row extends TitleTerms {
  id: string;
  slug: string;
  class_texts: Texts;
  texts: Texts;
  age: number;
  start_ms: number | null;
  plays: bigint;
  published_at: Date;
  film_id: string;
  duration_ms: number;
  preview_ms: number;
  made: MadeFilm;
  cover: string | null;
  captions: { locale: string; version: string }[];
}

const SHOWN = sql`
  video.title t
  join video.class c on c.id = t.class_id
  join video.film f on f.id = t.film_id
  left join video.plays p on p.title_id = t.id
  left join video.cover k on k.title_id = t.id
  where ${IS_SHOWN}`;

const COLUMNS = sql`
  t.id, c.slug, c.texts as class_texts, t.texts, t.age, t.access, t.balance, t.price, t.hours, t.start_ms,
  coalesce(p.plays, 0) as plays, t.published_at, f.id as film_id, f.duration_ms, f.preview_ms, f.made,
  k.version as cover,
  coalesce((select jsonb_agg(jsonb_build_object('locale', w.locale, 'version', w.version) order by w.locale)
    from video.captions w where w.film_id = f.id), '[]') as captions`;

/** Classes with at least one visible title, in the order that staff set. */
export async function listClasses(q: Db | Tx['q'], readers: Readers): Promise<VideoClass[]> {
  const { rows } = await sql<{ slug: string; texts: Texts; titles: bigint }>`
    select c.slug, c.texts, s.titles from video.class c
    join (select t.class_id, count(*) as titles from ${SHOWN} group by t.class_id) s on s.class_id = c.id
    order by c.position, c.slug`.execute(q);
  return rows.map(({ slug, texts, titles }) => ({ slug, name: nameOf(texts, readers), titles: Number(titles) }));
}

/** Sort keys in descending order; equal titles follow by publication. */
const SORT_KEYS: Record<TitleSort, RawBuilder<bigint>> = {
  newest: sql`0::bigint`,
  plays: sql`coalesce(p.plays, 0)`,
  shortest: sql`-f.duration_ms::bigint`,
};

/** A page of visible titles, newest first unless `sort` says otherwise. */
export async function listTitles(q: Db | Tx['q'], ask: TitlesAsk): Promise<TitlesPage> {
  const wanted = [
    ...(ask.class === undefined ? [] : [sql`and c.slug = ${ask.class}`]),
    ...(ask.search === undefined ? [] : [sql`and ${hasName(sql`t.search`, ask.search)}`]),
    ...(ask.includedFor === undefined ? [] : [sql`and ${isIncluded(ask.includedFor)}`]),
  ];
  const key = SORT_KEYS[ask.sort ?? 'newest'];
  const filter = sql.join(wanted, sql` `);
  const older =
    ask.before === undefined
      ? sql``
      : sql`and (${key}, t.published_at, t.id) < (
          select ${key}, t.published_at, t.id from video.title t
          left join video.film f on f.id = t.film_id
          left join video.plays p on p.title_id = t.id
          where t.id = ${ask.before}::uuid)`;
  const order = sql`order by ${key} desc, t.published_at desc, t.id desc limit ${ask.limit + 1}`;
  const found = await select(q, ask, sql`${filter} ${older} ${order}`);
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from ${SHOWN} ${filter}`.execute(q);
  const items = found.slice(0, ask.limit);
  return {
    items,
    nextCursor: found.length > ask.limit ? (items.at(-1)?.id ?? null) : null,
    total: Number(rows[0]?.total ?? 0),
  };
}

/** SQL condition: the title is free or open by the viewer's balance. False for a visitor and for a closed library. */
function isIncluded({ viewer, terms }: IncludedFor): RawBuilder<boolean> {
  if (viewer === null || viewer.restricted || !viewer.accessOn) return sql`false`;
  const { years, available } = viewer;
  const house = terms.access === 'free' || (terms.balance ?? 0n) <= available;
  return sql`(t.age <= ${years} and case t.access
    when 'house' then ${house}::boolean
    when 'free' then true
    when 'balance' then t.balance <= ${available}::bigint
    else false end)`;
}

/** Most watched titles first. */
export function hotTitles(q: Db | Tx['q'], readers: Readers, limit: number): Promise<ShownTitle[]> {
  return select(q, readers, sql`order by coalesce(p.plays, 0) desc, t.published_at desc, t.id desc limit ${limit}`);
}

/** Titles that staff recommend, newest first. */
export function recommendedTitles(q: Db | Tx['q'], readers: Readers, limit: number): Promise<ShownTitle[]> {
  return select(q, readers, sql`and t.recommended order by t.published_at desc, t.id desc limit ${limit}`);
}

/** Titles to show beside a title: its own class first, then recommended, then most watched. */
export function relatedTitles(q: Db | Tx['q'], readers: Readers, id: string, limit: number): Promise<ShownTitle[]> {
  return select(
    q,
    readers,
    sql`and t.id <> ${id}::uuid
      order by t.class_id = (select o.class_id from video.title o where o.id = ${id}::uuid) desc, t.recommended desc,
        coalesce(p.plays, 0) desc, t.published_at desc, t.id desc limit ${limit}`,
  );
}

/** A visible title; null for any other. */
export async function readShownTitle(q: Db | Tx['q'], readers: Readers, id: string): Promise<ShownTitle | null> {
  const [found] = await select(q, readers, sql`and t.id = ${id}::uuid`);
  return found ?? null;
}

/** The visible titles among `ids`, in no order. */
export function readShownTitles(q: Db | Tx['q'], readers: Readers, ids: readonly string[]): Promise<ShownTitle[]> {
  return select(q, readers, sql`and t.id = any(${[...ids]}::uuid[])`);
}

async function select(q: Db | Tx['q'], readers: Readers, rest: RawBuilder<unknown>): Promise<ShownTitle[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from ${SHOWN} ${rest}`.execute(q);
  return rows.map((row) => titleOf(row, readers));
}

function titleOf(row: Row, readers: Readers): ShownTitle {
  const { locale, words } = wordsOf(row.texts, readers);
  const { access, balance, price, hours } = row;
  return {
    id: row.id,
    classSlug: row.slug,
    className: nameOf(row.class_texts, readers),
    name: words.name,
    description: words.description ?? '',
    locale,
    ...{ access, balance, price, hours },
    age: row.age,
    startMs: row.start_ms,
    plays: Number(row.plays),
    publishedAtMs: row.published_at.getTime(),
    filmId: row.film_id,
    durationMs: row.duration_ms,
    previewMs: row.preview_ms,
    made: row.made,
    coverVersion: row.cover ?? row.film_id,
    captions: row.captions,
    chapters: chaptersOf(row.texts, locale, readers.house).filter(({ atMs }) => atMs < row.duration_ms),
  };
}

function nameOf(texts: Texts, readers: Readers): string {
  return wordsOf(texts, readers).words.name;
}

function wordsOf(texts: Texts, { languages, house }: Readers): { locale: string; words: Texts[string] } {
  const named = Object.fromEntries(Object.entries(texts).map(([locale, words]) => [locale, { locale, words }]));
  return bestWords(named, languages, house) ?? { locale: house, words: { name: '' } };
}
