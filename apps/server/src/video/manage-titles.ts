import { type RawBuilder, sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { type DaySpan, withinDays } from '../db/day-span.ts';
import { newId } from '../db/ids.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../db/keyset.ts';
import type { Db } from '../db/pool.ts';
import { hasName } from '../db/search.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { TitleTerms } from './access.ts';
import { AGES } from './age-ratings.ts';
import { areChaptersFit, type Chapter } from './chapters.ts';

/**
 * `draft`: never published. `waiting`: published, but its film is not ready. `shown`: visible to members. `withdrawn`:
 * removed until published again.
 */
export const TITLE_STATES = ['draft', 'waiting', 'shown', 'withdrawn'] as const;
export type TitleState = (typeof TITLE_STATES)[number];

/** Texts of a title by language. */
export type TitleTexts = Readonly<
  Record<string, { name: string; description: string; chapters?: readonly Chapter[] | undefined }>
>;

/** The fields of a title that staff fill in. */
export interface TitlePlan extends TitleTerms {
  classId: string;
  texts: TitleTexts;
  age: (typeof AGES)[number];
  /** Start position of the full film in milliseconds; null: the house's default. */
  startMs: number | null;
  recommended: boolean;
}

export interface ManagedTitle extends TitlePlan {
  id: string;
  state: TitleState;
  /** Version of the uploaded cover; null for none. */
  coverVersion: string | null;
  /** The film that is shown, or will be. */
  filmId: string | null;
  durationMs: number | null;
  plays: number;
  purchases: number;
  createdAtMs: number;
  publishedAtMs: number | null;
  withdrawnAtMs: number | null;
}

/** Columns that titles can be sorted by. */
export const TITLE_SORTS = {
  added: { column: sql.ref('t.created_at'), kind: 'time' },
  plays: { column: sql`coalesce(p.plays, 0)`, kind: 'number' },
} as const satisfies Record<string, SortColumn>;

/** The span is that of adding the title. */
export interface TitleQuery extends DaySpan {
  classId?: string;
  state?: TitleState;
  /** Part of a name, in any language. */
  search?: string;
  /** `-added` by default: newest first. */
  sort?: SortBy<keyof typeof TITLE_SORTS>;
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

export interface TitlePage {
  items: ManagedTitle[];
  nextCursor: string | null;
  total: number;
}

/** All titles of the library. */
export async function listTitles(q: Db | Tx['q'], query: TitleQuery): Promise<TitlePage> {
  const { classId, state, search, cursor, limit, sort = '-added' } = query;
  const sorting = sortingOf(TITLE_SORTS, sort, 't.id');
  const such = sql`true
    ${classId === undefined ? sql`` : sql`and t.class_id = ${classId}::uuid`}
    ${state === undefined ? sql`` : sql`and ${STATE} = ${state}`}
    ${search === undefined ? sql`` : sql`and ${hasName(sql`t.search`, search)}`}
    ${withinDays('t.created_at', query)}`;
  const rows = await select(q, sql`${such} ${sorting.after(cursor)}`, limit + 1, sorting);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from video.title t left join video.film f on f.id = t.film_id where ${such}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  const items = page.map(titleOf);
  return { items, nextCursor, total: Number(counts[0]?.n ?? 0) };
}

/** Throws `not-found`. */
export async function readTitle(q: Db | Tx['q'], id: string): Promise<ManagedTitle> {
  const found = await findTitle(q, id);
  if (found === null) throw new Refusal('not-found');
  return found;
}

/** Like `readTitle`; null if there is none. */
export async function findTitle(q: Db | Tx['q'], id: string): Promise<ManagedTitle | null> {
  const [row] = await select(q, sql`t.id = ${id}::uuid`, 1);
  return row === undefined ? null : titleOf(row);
}

/**
 * Creates a draft, which members do not see. `house` is the house's own language. Throws `fill-in`, also for an
 * unknown class.
 */
export async function createTitle(tx: Tx, plan: TitlePlan, house: string): Promise<ManagedTitle> {
  await refuseUnfit(tx, plan, house, null);
  const id = newId();
  await tx.q
    .insertInto('video.title')
    .values({ id, ...columnsOf(plan) })
    .execute();
  return readTitle(tx.q, id);
}

export interface Changed {
  before: ManagedTitle;
  after: ManagedTitle;
}

/**
 * Changes the given fields. A title moved into a hidden class counts as hidden from now on, whenever the class was
 * hidden. Throws `not-found`, `fill-in`.
 */
export async function changeTitle(tx: Tx, id: string, part: Partial<TitlePlan>, house: string): Promise<Changed> {
  const before = await takeTitle(tx, id);
  const plan = { ...before, ...part };
  await refuseUnfit(tx, plan, house, part.texts === undefined ? null : before.durationMs);
  const { class_id, ...columns } = columnsOf(plan);
  await tx.q.updateTable('video.title').set(columns).where('id', '=', id).execute();
  await sql`select video.move_title(${id}::uuid, ${class_id}::uuid)`.execute(tx.q);
  return { before, after: await readTitle(tx.q, id) };
}

/**
 * Publishes a title, also a withdrawn one. It is shown now, or once its first film is ready. Throws `not-found`, and
 * `too-late` if it is published.
 */
export async function publishTitle(tx: Tx, id: string): Promise<Changed> {
  const before = await takeTitle(tx, id);
  if (before.state === 'shown' || before.state === 'waiting') throw new Refusal('too-late');
  const published_at = await clockNow(tx.q);
  await tx.q.updateTable('video.title').set({ published_at }).where('id', '=', id).execute();
  await sql`select video.withdraw_title(${id}::uuid, false)`.execute(tx.q);
  return { before, after: await readTitle(tx.q, id) };
}

/** Withdraws a title from everyone, buyers included. Throws `not-found`, and `too-late` if it is not published. */
export async function withdrawTitle(tx: Tx, id: string): Promise<Changed> {
  const before = await takeTitle(tx, id);
  if (before.state === 'draft' || before.state === 'withdrawn') throw new Refusal('too-late');
  await sql`select video.withdraw_title(${id}::uuid, true)`.execute(tx.q);
  return { before, after: await readTitle(tx.q, id) };
}

/** Locks the title until the transaction ends, so that a concurrent change sees this one's result. */
async function takeTitle(tx: Tx, id: string): Promise<ManagedTitle> {
  await tx.q.selectFrom('video.title').select('id').where('id', '=', id).forUpdate().execute();
  return readTitle(tx.q, id);
}

/** `durationMs`: length that chapters must not exceed; null if it is unknown or the texts are unchanged. */
async function refuseUnfit(
  tx: Tx,
  { texts, classId }: TitlePlan,
  house: string,
  durationMs: number | null,
): Promise<void> {
  if ((texts[house]?.name ?? '') === '') throw new Refusal('fill-in', {}, { texts: 'fill-in' });
  const isFit = Object.values(texts).every(({ chapters = [] }) => areChaptersFit(chapters, durationMs));
  if (!isFit) throw new Refusal('fill-in', {}, { chapters: 'fill-in' });
  const known = await tx.q.selectFrom('video.class').select('id').where('id', '=', classId).executeTakeFirst();
  if (!known) throw new Refusal('fill-in', {}, { classId: 'fill-in' });
}

function columnsOf({ classId, texts, age, access, balance, price, hours, startMs, recommended }: TitlePlan) {
  return {
    ...{ class_id: classId, texts: JSON.stringify(texts), age, access, balance, price, hours },
    ...{ start_ms: startMs, recommended },
  };
}

const STATE: RawBuilder<string> = sql`case
  when t.withdrawn_at is not null then 'withdrawn'
  when t.published_at is null then 'draft'
  when f.state = 'ready' then 'shown'
  else 'waiting' end`;

interface Row {
  sorted: bigint;
  id: string;
  class_id: string;
  texts: TitleTexts;
  age: number;
  access: TitleTerms['access'];
  balance: bigint | null;
  price: bigint | null;
  hours: number | null;
  start_ms: number | null;
  recommended: boolean;
  state: TitleState;
  cover_version: string | null;
  film_id: string | null;
  duration_ms: number | null;
  plays: bigint | null;
  purchases: bigint;
  created_at: Date;
  published_at: Date | null;
  withdrawn_at: Date | null;
}

async function select(
  q: Db | Tx['q'],
  where: RawBuilder<unknown>,
  limit: number,
  sorting = sortingOf(TITLE_SORTS, '-added', 't.id'),
): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'purchases'>>`
    select t.id, t.class_id, t.texts, t.age, t.access, t.balance, t.price, t.hours, t.start_ms, t.recommended,
      ${STATE} as state, c.version as cover_version, t.film_id, f.duration_ms, p.plays,
      t.created_at, t.published_at, t.withdrawn_at, ${sorting.value} as sorted
    from video.title t
    left join video.film f on f.id = t.film_id
    left join video.cover c on c.title_id = t.id
    left join video.plays p on p.title_id = t.id
    where ${where} ${sorting.order} limit ${limit}`.execute(q);
  const sold = await purchasesOf(
    q,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, purchases: sold.get(row.id) ?? 0n }));
}

/** Number of purchases of each title. A separate query, since purchases and titles may be on different machines. */
async function purchasesOf(q: Db | Tx['q'], titleIds: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; n: bigint }>`
    select b.title_id as id, count(*) as n from video.purchase b
    where b.title_id = any (${[...titleIds]}::uuid[]) group by b.title_id`.execute(q);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

function titleOf(row: Row): ManagedTitle {
  return {
    id: row.id,
    classId: row.class_id,
    texts: row.texts,
    age: AGES.find((age) => age === row.age) ?? 16,
    access: row.access,
    balance: row.balance,
    price: row.price,
    hours: row.hours,
    startMs: row.start_ms,
    recommended: row.recommended,
    state: row.state,
    coverVersion: row.cover_version,
    filmId: row.film_id,
    durationMs: row.duration_ms,
    plays: Number(row.plays ?? 0),
    purchases: Number(row.purchases),
    createdAtMs: row.created_at.getTime(),
    publishedAtMs: row.published_at?.getTime() ?? null,
    withdrawnAtMs: row.withdrawn_at?.getTime() ?? null,
  };
}
