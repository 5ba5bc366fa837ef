import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { LanguageCode } from '../languages.ts';
import { Refusal } from '../refusal.ts';

/** What the house says by itself. The app has words for each, in every language. */
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

/** What the house says to everybody: somebody's words, or a code with its values. One of the two is null. */
export interface HouseNotice {
  id: string;
  words: NoticeWords | null;
  code: NoticeCode | null;
  params: NoticeParams;
  /** From when on it is shown. */
  atMs: number;
}

export interface NoticesPage {
  items: HouseNotice[];
  nextCursor: string | null;
  total: number;
}

interface Ask {
  /** One that was listed (exclusive). */
  before?: string;
  limit: number;
  /** The best first; then the house's own language, then English, then any. */
  languages: readonly LanguageCode[];
}

interface Row {
  id: string;
  code: NoticeCode | null;
  params: NoticeParams;
  from_at: Date;
  locale: LanguageCode | null;
  title: string | null;
  body: string | null;
}

/** Published and begun, and neither over nor withdrawn. */
const SHOWN = sql`n.from_at <= now.at and (n.until_at is null or n.until_at > now.at) and n.withdrawn_at is null`;
const NOW = sql`(select clock.now() as at) now`;

/** Those that are shown now, newest first. */
export async function listNotices(db: Db, { before, limit, languages }: Ask): Promise<NoticesPage> {
  const older =
    before === undefined
      ? sql``
      : sql`and (n.from_at, n.id) < (select m.from_at, m.id from house.notice m where m.id = ${before}::uuid)`;
  const { rows } = await sql<Row>`
    select n.id, n.code, n.params, n.from_at, w.locale, w.title, w.body
    from house.notice n cross join ${NOW} left join lateral (
      select t.locale, t.title, t.body from house.notice_text t where t.notice_id = n.id
      order by array_position(${[...languages]}::text[], t.locale),
        t.locale = (select h.locale from house.house h) desc nulls last, t.locale = 'en' desc, t.locale limit 1
    ) w on true
    where ${SHOWN} ${older} order by n.from_at desc, n.id desc limit ${limit + 1}`.execute(db);
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from house.notice n cross join ${NOW} where ${SHOWN}`.execute(db);
  const items = rows.slice(0, limit).map(noticeOf);
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > limit && last ? last.id : null,
    total: Number(counted.rows[0]?.total ?? 0),
  };
}

function noticeOf({ id, code, params, from_at: fromAt, locale, title, body }: Row): HouseNotice {
  const words = locale === null ? null : { locale, title: title ?? '', text: body ?? '' };
  return { id, words, code, params, atMs: fromAt.getTime() };
}

/** Says something by itself, at once and for good: nobody publishes or withdraws it. */
export async function announce(tx: Tx, code: NoticeCode, params: NoticeParams = {}): Promise<void> {
  await sql`
    insert into house.notice (id, code, params, from_at)
    values (${newId()}::uuid, ${code}, ${JSON.stringify(params)}::jsonb, clock.now())`.execute(tx.q);
}

const TITLE_MAX = 200;
const TEXT_MAX = 4_000;

/**
 * Writes a notice in one or more languages, each once; nobody sees it until it is published. Returns its id. Throws
 * `fill-in` without words, `words-bad` where a title is empty or either is too long.
 */
export async function createNotice(tx: Tx, texts: readonly NoticeWords[]): Promise<string> {
  const tidied = texts.map(({ locale, title, text }) => ({ locale, title: title.trim(), text: text.trim() }));
  if (tidied.length === 0 || new Set(tidied.map(({ locale }) => locale)).size < tidied.length) {
    throw new Refusal('fill-in');
  }
  for (const { title, text } of tidied) {
    refuseLength(title, 1, TITLE_MAX);
    refuseLength(text, 0, TEXT_MAX);
  }
  const id = newId();
  await tx.q.insertInto('house.notice').values({ id }).execute();
  await tx.q
    .insertInto('house.notice_text')
    .values(tidied.map(({ locale, title, text }) => ({ notice_id: id, locale, title, body: text })))
    .execute();
  return id;
}

function refuseLength(text: string, min: number, max: number): void {
  if (text.length < min || text.length > max) throw new Refusal('words-bad', { min, max });
}

/**
 * Shows a notice from a moment on, at the earliest from now, and until another; null: from now, for good. Once it is
 * shown, its beginning stays and its end can still be moved. Throws `date-bad` where it would be over before it begins,
 * `not-found` for one that is withdrawn or that the house said by itself.
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

/** Takes a notice back; its words stay on record. Throws `not-found` also for one that the house said by itself. */
export async function withdrawNotice(tx: Tx, id: string): Promise<void> {
  const now = await clockNow(tx.q);
  const { rows } = await sql`
    update house.notice n set withdrawn_at = coalesce(n.withdrawn_at, ${now}::timestamptz)
    where n.id = ${id}::uuid and n.code is null returning n.id`.execute(tx.q);
  if (rows.length === 0) throw new Refusal('not-found');
}
