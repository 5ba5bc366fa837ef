import { type RawBuilder, sql } from 'kysely';
import { type DaySpan, withinDays } from '../db/day-span.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../db/keyset.ts';
import type { Db } from '../db/pool.ts';
import { measureQueue, NOT_DUE, type Queue } from '../db/queue.ts';
import { hasName } from '../db/search.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import type { Readers } from './cities.ts';
import type { HostTexts } from './host-texts.ts';
import { REQUIREMENT_JOINS, type Requirement, UNMET_REQUIREMENTS } from './requirements.ts';
import type { Service } from './services.ts';

/**
 * `shown`; `not-shown` for unmet requirements; `waiting` for a review of texts or pictures, or for a second person;
 * `reported`; `ending` for a shown host whose check or consent ends within two weeks; `removed`.
 */
export const HOST_STATES = ['shown', 'not-shown', 'waiting', 'reported', 'ending', 'removed'] as const;
export type HostState = (typeof HOST_STATES)[number];

/** A host as staff see one. */
export interface AdminHost {
  id: string;
  cityId: string;
  city: Record<string, { name: string }>;
  services: Service[];
  languages: string[];
  texts: HostTexts | null;
  draft: HostTexts | null;
  draftVersion: number;
  draftBy: 'host' | 'house' | null;
  draftRefused: string | null;
  example: boolean;
  createdAtMs: number;
  pausedAtMs: number | null;
  hiddenAtMs: number | null;
  barredAtMs: number | null;
  /** ISO weekdays, and single dates from yesterday on, as the host set them. */
  weekdays: number[];
  daysOff: string[];
  removedAtMs: number | null;
  consentUntilMs: number | null;
  identityUntilMs: number | null;
  ageUntilMs: number | null;
  linkExpiresAtMs: number | null;
  shown: boolean;
  unmet: Requirement[];
  /** Number of pictures in review, and of unconfirmed verifications. */
  picturesWaiting: number;
  verificationsWaiting: number;
  reports: number;
}

/** A host's name for these readers; empty for a removed one. */
export async function hostNameOf(q: Db | Tx['q'], { languages, house }: Readers, id: string): Promise<string> {
  const row = await q.selectFrom('directory.host').select('texts').where('id', '=', id).executeTakeFirst();
  const texts = row?.texts as unknown as HostTexts | null | undefined;
  return texts ? (bestWords(texts, languages, house)?.name ?? '') : '';
}

export interface AdminHostsPage {
  items: AdminHost[];
  nextCursor: string | null;
  total: number;
}

/** Columns that hosts can be sorted by. */
export const HOST_SORTS = {
  added: { column: sql.ref('h.created_at'), kind: 'time' },
} as const satisfies Record<string, SortColumn>;

/** The span is that of adding the host. */
export interface AdminHostsQuery extends DaySpan {
  cityId?: string;
  state?: HostState;
  /** Part of a name, in any language. */
  search?: string;
  /** `-added` by default: newest first. */
  sort?: SortBy<keyof typeof HOST_SORTS>;
  cursor?: string;
  limit: number;
}

/** Hosts of all cities. */
export async function listAdminHosts(q: Db | Tx['q'], query: AdminHostsQuery): Promise<AdminHostsPage> {
  const { cityId, state, search, cursor, limit, sort = '-added' } = query;
  const sorting = sortingOf(HOST_SORTS, sort, 'h.id');
  const such = sql`${state === undefined ? sql`true` : IN_STATE[state]}
    ${cityId === undefined ? sql`` : sql`and h.city_id = ${cityId}::uuid`}
    ${search === undefined ? sql`` : named(search)} ${withinDays('h.created_at', query)}`;
  const { rows } = await select(
    sql`${such} ${sorting.after(cursor)}`,
    sql`${sorting.order} limit ${limit + 1}`,
    sorting.value,
  ).execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    with ${REPORTED} select count(*) as n from directory.host h where ${such}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  const items = page.map(hostOf);
  return { items, nextCursor, total: Number(counts[0]?.n ?? 0) };
}

/** A host, also a removed one. Throws `not-found`. */
export async function readAdminHost(q: Db | Tx['q'], id: string): Promise<AdminHost> {
  const found = await findAdminHost(q, id);
  if (found === null) throw new Refusal('not-found');
  return found;
}

/** Like `readAdminHost`; null if there is none. */
export async function findAdminHost(q: Db | Tx['q'], id: string): Promise<AdminHost | null> {
  const { rows } = await select(sql`h.id = ${id}::uuid`, sql``).execute(q);
  return rows[0] === undefined ? null : hostOf(rows[0]);
}

/**
 * Counts waiting work: hosts with texts, pictures or verifications in review, open reports, and of those the ones that
 * hide a profile.
 */
export async function countWaiting(q: Db | Tx['q']): Promise<{ hosts: number; reports: number; hidden: number }> {
  const { rows } = await sql<{ hosts: bigint; reports: bigint; hidden: bigint }>`
    select (select count(*) from directory.host h where ${IN_STATE.waiting}) as hosts,
      (select count(*) from directory.report r where r.decided_at is null) as reports,
      (select count(*) from directory.host h where h.hidden_at is not null and h.removed_at is null) as hidden`.execute(
    q,
  );
  const { hosts = 0n, reports = 0n, hidden = 0n } = rows[0] ?? {};
  return { hosts: Number(hosts), reports: Number(reports), hidden: Number(hidden) };
}

/** When the first of the host's checks and consent ends. */
const ENDS_AT = sql`(select least(i.until_at, a.until_at, y.until_at) from (select) one ${REQUIREMENT_JOINS})`;
const IS_SHOWN = sql`exists (select from directory.shown_host s where s.id = h.id)`;
/** Open reports by host. They are stored with their members and may be on another machine than hosts. */
const REPORTED = sql`reported as materialized (
  select r.host_id, count(*) as n from directory.report r where r.decided_at is null group by r.host_id)`;
const IS_REPORTED = sql`exists (select from reported r where r.host_id = h.id)`;
const WAITING_PICTURES = sql`select from directory.picture p
  where p.host_id = h.id and p.approved_at is null and p.removed_at is null`;
const WAITING_VERIFICATIONS = sql`select from directory.verification v
  where v.host_id = h.id and v.confirmed_at is null and v.revoked_at is null`;

const IN_STATE: Record<HostState, RawBuilder<unknown>> = {
  shown: IS_SHOWN,
  'not-shown': sql`h.removed_at is null and not ${IS_SHOWN}`,
  waiting: sql`h.removed_at is null
    and (h.draft is not null or exists (${WAITING_PICTURES}) or exists (${WAITING_VERIFICATIONS}))`,
  reported: sql`h.removed_at is null and ${IS_REPORTED}`,
  ending: sql`${IS_SHOWN} and ${ENDS_AT} <= clock.now() + interval '14 days'`,
  removed: sql`h.removed_at is not null`,
};

/** Hosts with texts or pictures in review, or with a verification that a second person has to confirm. */
export function hostQueue(q: Db | Tx['q']): Promise<Queue> {
  return measureQueue(
    q,
    sql`select null::timestamptz as since, ${NOT_DUE} from directory.host h
    where ${IN_STATE.waiting}`,
  );
}

/** Shown hosts whose check or consent ends soon. Members see them until then. */
export function endingHostQueue(q: Db | Tx['q']): Promise<Queue> {
  return measureQueue(
    q,
    sql`select null::timestamptz as since, ${ENDS_AT} as due from directory.host h
    where ${IN_STATE.ending} order by due`,
  );
}

function named(search: string): RawBuilder<unknown> {
  return sql`and ${hasName(sql`h.search`, search)}`;
}

interface Row {
  sorted: bigint;
  id: string;
  city_id: string;
  city: Record<string, { name: string }>;
  services: Service[];
  languages: string[];
  texts: HostTexts | null;
  draft: HostTexts | null;
  draft_version: number;
  draft_by: 'host' | 'house' | null;
  draft_refused: string | null;
  example: boolean;
  created_at: Date;
  paused_at: Date | null;
  hidden_at: Date | null;
  barred_at: Date | null;
  weekdays: number[];
  days_off: string[];
  removed_at: Date | null;
  consent: Date | null;
  identity: Date | null;
  age: Date | null;
  expires_at: Date | null;
  shown: boolean;
  unmet: Requirement[];
  pictures_waiting: bigint;
  verifications_waiting: bigint;
  reports: bigint;
}

function select(where: RawBuilder<unknown>, more: RawBuilder<unknown>, sorted = sql<bigint>`0::bigint`) {
  return sql<Row>`
    with ${REPORTED}
    select ${sorted} as sorted, h.id, h.city_id, c.texts as city, h.services, h.languages, h.texts, h.draft, h.draft_version, h.draft_by,
      h.draft_refused, h.example, h.created_at, h.paused_at, h.hidden_at, h.barred_at, h.removed_at, h.weekdays,
      array(select d::text from unnest(h.days_off) d
        where d >= (clock.now() at time zone 'UTC')::date - 1 order by d) as days_off,
      y.until_at as consent, i.until_at as identity, a.until_at as age, l.expires_at, ${IS_SHOWN} as shown,
      ${UNMET_REQUIREMENTS} as unmet, (select count(*) from (${WAITING_PICTURES}) w) as pictures_waiting,
      (select count(*) from (${WAITING_VERIFICATIONS}) w) as verifications_waiting,
      coalesce((select r.n from reported r where r.host_id = h.id), 0) as reports
    from directory.host h
    join directory.city c on c.id = h.city_id
    ${REQUIREMENT_JOINS}
    left join directory.link l on l.host_id = h.id and l.ended_at is null
    where ${where} ${more}`;
}

function hostOf(row: Row): AdminHost {
  const ms = (at: Date | null) => at?.getTime() ?? null;
  return {
    id: row.id,
    cityId: row.city_id,
    city: row.city,
    services: row.services,
    languages: row.languages,
    texts: row.texts,
    draft: row.draft,
    draftVersion: row.draft_version,
    draftBy: row.draft_by,
    draftRefused: row.draft_refused,
    example: row.example,
    createdAtMs: row.created_at.getTime(),
    pausedAtMs: ms(row.paused_at),
    hiddenAtMs: ms(row.hidden_at),
    barredAtMs: ms(row.barred_at),
    removedAtMs: ms(row.removed_at),
    weekdays: row.weekdays,
    daysOff: row.days_off,
    consentUntilMs: ms(row.consent),
    identityUntilMs: ms(row.identity),
    ageUntilMs: ms(row.age),
    linkExpiresAtMs: ms(row.expires_at),
    shown: row.shown,
    unmet: row.unmet,
    picturesWaiting: Number(row.pictures_waiting),
    verificationsWaiting: Number(row.verifications_waiting),
    reports: Number(row.reports),
  };
}
