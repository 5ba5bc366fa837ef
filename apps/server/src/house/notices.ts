import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { pageOf } from '../db/keyset.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { LanguageCode } from '../languages.ts';
import { Refusal } from '../refusal.ts';

/** Automatic notices. The app has a text for each, in every language. */
export const NOTICE_CODES = [
  'payouts-failing',
  'payouts-slow',
  'payouts-healthy',
  'ledger-wrong',
  'ledger-reviewed',
] as const;

export type NoticeCode = (typeof NOTICE_CODES)[number];
export type NoticeParams = Record<string, string | number>;

/** A notice in one language; `text` may be empty. */
export interface NoticeWords {
  locale: LanguageCode;
  title: string;
  text: string;
}

/** A notice to everyone: an authored text, or a code with parameters. Exactly one of `words` and `code` is null. */
export interface HouseNotice {
  id: string;
  words: NoticeWords | null;
  code: NoticeCode | null;
  params: NoticeParams;
  /** Start of its display, in Unix milliseconds. */
  atMs: number;
  /** Time of the last correction after that; null: none. */
  editedAtMs: number | null;
}

export interface NoticesPage {
  items: HouseNotice[];
  nextCursor: string | null;
  total: number;
}

interface Ask {
  /** Id of a listed notice (exclusive). */
  before?: string;
  limit: number;
  /** Preferred languages, best first. Fallbacks: the house's language, English, any. */
  languages: readonly LanguageCode[];
}

interface Row {
  id: string;
  code: NoticeCode | null;
  params: NoticeParams;
  from_at: Date;
  edited_at: Date | null;
  locale: LanguageCode | null;
  title: string | null;
  body: string | null;
}

/** Published and started, neither ended nor withdrawn. */
const SHOWN = sql`n.from_at <= now.at and (n.until_at is null or n.until_at > now.at) and n.withdrawn_at is null`;
const NOW = sql`(select clock.now() as at) now`;

/** Lists the notices shown now, newest first. */
export async function listNotices(db: Db, { before, limit, languages }: Ask): Promise<NoticesPage> {
  const older =
    before === undefined
      ? sql``
      : sql`and (n.from_at, n.id) < (select m.from_at, m.id from house.notice m where m.id = ${before}::uuid)`;
  const { rows } = await sql<Row>`
    select n.id, n.code, n.params, n.from_at, n.edited_at, w.locale, w.title, w.body
    from house.notice n cross join ${NOW} left join lateral (
      select t.locale, t.title, t.body from house.notice_text t where t.notice_id = n.id and t.version = n.version
      order by array_position(${[...languages]}::text[], t.locale),
        t.locale = (select h.locale from house.house h) desc nulls last, t.locale = 'en' desc, t.locale limit 1
    ) w on true
    where ${SHOWN} ${older} order by n.from_at desc, n.id desc limit ${limit + 1}`.execute(db);
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from house.notice n cross join ${NOW} where ${SHOWN}`.execute(db);
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id);
  const items = page.map(noticeOf);
  return {
    items,
    nextCursor,
    total: Number(counted.rows[0]?.total ?? 0),
  };
}

function noticeOf({ id, code, params, from_at: fromAt, edited_at: editedAt, locale, title, body }: Row): HouseNotice {
  const words = locale === null ? null : { locale, title: title ?? '', text: body ?? '' };
  return { id, words, code, params, atMs: fromAt.getTime(), editedAtMs: editedAt?.getTime() ?? null };
}

/** Publishes an automatic notice at once, without an end. It can be neither published again nor withdrawn. */
export async function announce(tx: Tx, code: NoticeCode, params: NoticeParams = {}): Promise<void> {
  await sql`
    insert into house.notice (id, code, params, from_at)
    values (${newId()}::uuid, ${code}, ${JSON.stringify(params)}::jsonb, clock.now())`.execute(tx.q);
}

const TITLE_MAX = 200;
const TEXT_MAX = 4_000;

/**
 * Creates a notice in one or more languages, each once. It is not shown until published. Returns its id. Throws
 * `fill-in` without texts or for a repeated language, and `words-bad` for an empty title or a text that is too long.
 */
export async function createNotice(tx: Tx, texts: readonly NoticeWords[]): Promise<string> {
  const tidied = tidy(texts);
  const id = newId();
  await tx.q.insertInto('house.notice').values({ id }).execute();
  await addTexts(tx, { id, version: 1 }, tidied);
  return id;
}

/**
 * Replaces the texts of a notice and keeps the earlier version. A notice that was already shown is marked as edited.
 * `after` is the version that the author read; throws `too-late` for an older one. Throws `not-found` for a withdrawn
 * or automatic notice, and otherwise as `createNotice`.
 */
export async function correctNotice(
  tx: Tx,
  id: string,
  { texts, after }: { texts: readonly NoticeWords[]; after: number },
): Promise<void> {
  const tidied = tidy(texts);
  const now = await clockNow(tx.q);
  const { rows } = await sql<{ version: number }>`
    select n.version from house.notice n
    where n.id = ${id}::uuid and n.code is null and n.withdrawn_at is null for update`.execute(tx.q);
  const [notice] = rows;
  if (notice === undefined) throw new Refusal('not-found');
  if (notice.version !== after) throw new Refusal('too-late');
  const version = after + 1;
  await addTexts(tx, { id, version }, tidied);
  await sql`
    update house.notice n set version = ${version},
      edited_at = case when n.from_at <= ${now}::timestamptz then ${now}::timestamptz else n.edited_at end
    where n.id = ${id}::uuid`.execute(tx.q);
}

function tidy(texts: readonly NoticeWords[]): NoticeWords[] {
  const tidied = texts.map(({ locale, title, text }) => ({ locale, title: title.trim(), text: text.trim() }));
  if (tidied.length === 0 || new Set(tidied.map(({ locale }) => locale)).size < tidied.length) {
    throw new Refusal('fill-in');
  }
  for (const { title, text } of tidied) {
    refuseLength(title, 1, TITLE_MAX);
    refuseLength(text, 0, TEXT_MAX);
  }
  return tidied;
}

async function addTexts(
  tx: Tx,
  { id, version }: { id: string; version: number },
  texts: readonly NoticeWords[],
): Promise<void> {
  await tx.q
    .insertInto('house.notice_text')
    .values(texts.map(({ locale, title, text }) => ({ notice_id: id, version, locale, title, body: text })))
    .execute();
}

function refuseLength(text: string, min: number, max: number): void {
  if (text.length < min || text.length > max) throw new Refusal('words-bad', { min, max });
}

/**
 * Publishes a notice from `from` (not before now; null: now) until `until` (null: without an end). Once it is shown,
 * only its end can change. Throws `date-bad` when it would end before it starts, and `not-found` for a withdrawn or
 * automatic notice.
 */
export async function publishNotice(
  tx: Tx,
  id: string,
  { from, until }: { from: Date | null; until: Date | null },
): Promise<void> {
  const now = await clockNow(tx.q);
  const begins = from === null || from < now ? now : from;
  if (until !== null && until <= begins) throw new Refusal('date-bad', {}, { untilMs: 'date-bad' });
  const { rows } = await sql`
    update house.notice n
    set from_at = case when n.from_at <= ${now}::timestamptz then n.from_at else ${begins}::timestamptz end,
      until_at = ${until}::timestamptz
    where n.id = ${id}::uuid and n.code is null and n.withdrawn_at is null returning n.id`.execute(tx.q);
  if (rows.length === 0) throw new Refusal('not-found');
}

/** Withdraws a notice; its texts stay stored. Throws `not-found`, also for an automatic notice. */
export async function withdrawNotice(tx: Tx, id: string): Promise<void> {
  const now = await clockNow(tx.q);
  const { rows } = await sql`
    update house.notice n set withdrawn_at = coalesce(n.withdrawn_at, ${now}::timestamptz)
    where n.id = ${id}::uuid and n.code is null returning n.id`.execute(tx.q);
  if (rows.length === 0) throw new Refusal('not-found');
}
