import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** Names of the house's patterns. The app has exactly one drawing for each. */
export const MADE_BANNERS = ['made-1', 'made-2', 'made-3', 'made-4', 'made-5', 'made-6'] as const;
export type MadeBanner = (typeof MADE_BANNERS)[number];

export interface BannerWords {
  title: string;
  text: string;
}

/** Banner as staff enter it. `words` are in the house's language; `texts` in others, by language tag. */
export interface BannerPlan {
  words: BannerWords;
  texts: Readonly<Record<string, BannerWords>>;
  /** A screen of the app, such as `/Book`; null for none. */
  link: string | null;
  /** Sort position, smallest first. Equal positions are sorted by creation. */
  position: number;
  /** Pattern of the house; null for none, and when a picture was uploaded. */
  made: MadeBanner | null;
  /** Null: without a start or an end. */
  from: Date | null;
  until: Date | null;
}

export interface Banner extends BannerPlan {
  id: string;
  /** Version of the uploaded picture, derived from its bytes; null for none. */
  version: string | null;
  withdrawnAt: Date | null;
}

const LISTED_MAX = 200;
const SHOWN_MAX = 12;
/** A screen name with an optional query, so that a link cannot leave the app. */
const LINK = /^\/([A-Za-z]{1,30})(\?[\w=&%.~-]{1,200})?$/;
/** Screens that a banner may link to: all except those that only a private link opens. */
export const BANNER_SCREENS = [
  ...['Home', 'Game', 'Choose', 'Video', 'Mine', 'Lottery', 'Login', 'Register', 'Recover', 'Agreement', 'Language'],
  ...['PlayVideo', 'VideoHistory', 'WatchLater', 'ServiceOnline', 'ServicePage', 'VisitorDesk', 'List', 'Profile'],
  ...['MyHosts', 'HostReports', 'PlaySafe', 'Privacy', 'Complaints'],
  ...['Verify', 'Book', 'House', 'GameRecord', 'Account', 'Withdraw', 'WithdrawRecord', 'Personalreport', 'Notice'],
  ...['Recharge', 'Setname', 'Setsex', 'SetPayPassword', 'Identity', 'Infomation', 'MyData', 'Information', 'Setbank'],
  ...['BindCard', 'Setting', 'Sessions', 'SetLoginPassword', 'RecoveryCodes', 'Invite', 'Limits', 'Restricted'],
];

/** Banners that Home shows now, in order. */
export async function shownBanners(q: Db | Tx['q']): Promise<Banner[]> {
  const rows = await all(q)
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`coalesce(from_at <= clock.now(), true) and coalesce(until_at > clock.now(), true)`)
    .limit(SHOWN_MAX)
    .execute();
  return rows.map(bannerOf);
}

/** All banners, in order, 200 at most. */
export async function listBanners(q: Db | Tx['q']): Promise<Banner[]> {
  return (await all(q).limit(LISTED_MAX).execute()).map(bannerOf);
}

/** Reads one banner. Throws `not-found`. */
export async function readBanner(q: Db | Tx['q'], id: string): Promise<Banner> {
  const row = await all(q).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return bannerOf(row);
}

/** Creates a banner. Throws `link-bad`, `date-bad`. */
export async function createBanner(tx: Tx, plan: BannerPlan): Promise<Banner> {
  refuseBad(plan);
  const row = await tx.q
    .insertInto('house.banner')
    .values({ id: newId(), ...columnsOf(plan) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readBanner(tx.q, row.id);
}

/**
 * Replaces a banner's contents. Choosing a pattern deletes the uploaded picture. Returns both states. Throws
 * `not-found`, also for a withdrawn banner, `link-bad`, `date-bad`.
 */
export async function changeBanner(tx: Tx, id: string, plan: BannerPlan): Promise<{ before: Banner; after: Banner }> {
  refuseBad(plan);
  const before = await takeBanner(tx, id);
  const picture = plan.made === null ? {} : { picture: null, version: null };
  await tx.q
    .updateTable('house.banner')
    .set({ ...columnsOf(plan), ...picture })
    .where('id', '=', id)
    .execute();
  return { before, after: await readBanner(tx.q, id) };
}

/** Withdraws a banner; it stays in the list. Returns its previous state. Throws `not-found`. */
export async function withdrawBanner(tx: Tx, id: string): Promise<Banner> {
  const banner = await takeBanner(tx, id);
  await tx.q
    .updateTable('house.banner')
    .set({ withdrawn_at: await clockNow(tx.q) })
    .where('id', '=', id)
    .execute();
  return banner;
}

/** Stores a picture that the server has encoded itself; it replaces a pattern. Throws `not-found`. */
export async function setBannerPicture(tx: Tx, id: string, webp: Uint8Array): Promise<Banner> {
  await takeBanner(tx, id);
  const version = createHash('sha256').update(webp).digest('hex').slice(0, 16);
  await tx.q
    .updateTable('house.banner')
    .set({ made: null, picture: Buffer.from(webp), version })
    .where('id', '=', id)
    .execute();
  return readBanner(tx.q, id);
}

/** The uploaded picture (WebP); null when there is none, and for a withdrawn banner. */
export async function readBannerPicture(db: Db, id: string): Promise<{ picture: Buffer; version: string } | null> {
  const row = await db
    .selectFrom('house.banner')
    .select(['picture', 'version'])
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row?.picture && row.version ? { picture: row.picture, version: row.version } : null;
}

async function takeBanner(tx: Tx, id: string): Promise<Banner> {
  const row = await all(tx.q).where('id', '=', id).where('withdrawn_at', 'is', null).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return bannerOf(row);
}

function all(q: Db | Tx['q']) {
  return q
    .selectFrom('house.banner')
    .select(['id', 'title', 'body', 'link', 'position', 'texts', 'made', 'version', 'from_at', 'until_at'])
    .select('withdrawn_at')
    .orderBy('position')
    .orderBy('id');
}

function refuseBad({ link, from, until }: BannerPlan): void {
  if (link !== null && !BANNER_SCREENS.includes(LINK.exec(link)?.[1] ?? ''))
    throw new Refusal('link-bad', {}, { link: 'link-bad' });
  if (from !== null && until !== null && until <= from) {
    throw new Refusal('date-bad', {}, { untilMs: 'date-bad' });
  }
}

function columnsOf({ words, texts, link, position, made, from, until }: BannerPlan) {
  return {
    title: words.title,
    body: words.text,
    texts: JSON.stringify(texts),
    link,
    position,
    made,
    from_at: from,
    until_at: until,
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

function bannerOf(row: Row): Banner {
  return {
    id: row.id,
    words: { title: row.title, text: row.body },
    texts: row.texts as unknown as Banner['texts'],
    link: row.link,
    position: row.position,
    made: MADE_BANNERS.find((made) => made === row.made) ?? null,
    version: row.version,
    from: row.from_at,
    until: row.until_at,
    withdrawnAt: row.withdrawn_at,
  };
}
