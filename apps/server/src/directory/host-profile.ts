import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import { readAvailability } from './availability.ts';
import type { Readers } from './cities.ts';
import { lockHost, notifyHostChanged } from './host-changes.ts';
import type { HostTexts } from './host-texts.ts';
import { listPictures } from './pictures.ts';
import { REQUIREMENT_JOINS, type Requirement, UNMET_REQUIREMENTS } from './requirements.ts';
import type { Service } from './services.ts';

/** A host's own profile as they see it, shown or not. */
export interface HostProfile {
  id: string;
  cityId: string;
  cityName: string;
  services: Service[];
  languages: string[];
  /** The approved texts, as members read them; null before the first approval. */
  texts: HostTexts | null;
  /** Texts that wait for approval. */
  draft: HostTexts | null;
  draftBy: 'host' | 'house' | null;
  /** Why the last draft was refused. */
  draftRefused: string | null;
  pictures: { id: string; state: 'shown' | 'waiting'; sentBy: 'host' | 'house' }[];
  paused: boolean;
  /** ISO weekdays, and single dates from today on, as the host set them. */
  weekdays: number[];
  daysOff: string[];
  /** Today in the host's city. */
  today: string;
  example: boolean;
  /** End of the verifications, in Unix milliseconds; null if there is none. */
  identityUntilMs: number | null;
  ageUntilMs: number | null;
  /** Time of the identity check, in Unix milliseconds; null without a valid one. */
  verifiedAtMs: number | null;
  /** End of the host's consent; null without a valid one. */
  consentUntilMs: number | null;
  linkExpiresAtMs: number | null;
  shown: boolean;
  /** Unmet requirements; empty if the host is shown. */
  unmet: Requirement[];
}

/** Throws `not-found`. */
export async function readHostProfile(q: Db | Tx['q'], readers: Readers, hostId: string): Promise<HostProfile> {
  const { rows } = await sql<Row>`
    select h.id, h.city_id, c.texts as city, h.services, h.languages, h.texts, h.draft, h.draft_by, h.draft_refused,
      h.example, h.paused_at is not null as paused, l.expires_at, y.until_at as consent,
      i.until_at as identity, i.verified_at as identity_seen, a.until_at as age,
      exists (select from directory.shown_host s where s.id = h.id) as shown, ${UNMET_REQUIREMENTS} as unmet
    from directory.host h
    join directory.city c on c.id = h.city_id
    ${REQUIREMENT_JOINS}
    left join directory.link l on l.host_id = h.id and l.ended_at is null
    where h.id = ${hostId}::uuid and h.removed_at is null`.execute(q);
  const [row] = rows;
  if (!row) throw new Refusal('not-found');
  const pictures = await listPictures(q, hostId);
  return {
    id: row.id,
    cityId: row.city_id,
    cityName: bestWords(row.city, readers.languages, readers.house)?.name ?? '',
    services: row.services,
    languages: row.languages,
    texts: row.texts,
    draft: row.draft,
    draftBy: row.draft_by,
    draftRefused: row.draft_refused,
    pictures: pictures.map(({ id, approved, sentBy }) => ({ id, state: approved ? 'shown' : 'waiting', sentBy })),
    paused: row.paused,
    ...(await readAvailability(q, hostId)),
    example: row.example,
    identityUntilMs: row.identity?.getTime() ?? null,
    ageUntilMs: row.age?.getTime() ?? null,
    verifiedAtMs: row.identity_seen?.getTime() ?? null,
    consentUntilMs: row.consent?.getTime() ?? null,
    linkExpiresAtMs: row.expires_at?.getTime() ?? null,
    shown: row.shown,
    unmet: row.unmet,
  };
}

/** Pauses or resumes a host; returns whether that changed anything. Throws `not-found`. */
export async function setPaused(tx: Tx, hostId: string, paused: boolean): Promise<boolean> {
  await lockHost(tx, hostId);
  const { numUpdatedRows } = await tx.q
    .updateTable('directory.host')
    .set({ paused_at: paused ? await clockNow(tx.q) : null })
    .where('id', '=', hostId)
    .where('paused_at', paused ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await notifyHostChanged(tx, hostId);
  return true;
}

interface Row {
  id: string;
  city_id: string;
  city: Record<string, { name: string }>;
  services: Service[];
  languages: string[];
  texts: HostTexts | null;
  draft: HostTexts | null;
  draft_by: 'host' | 'house' | null;
  draft_refused: string | null;
  example: boolean;
  paused: boolean;
  expires_at: Date | null;
  consent: Date | null;
  identity: Date | null;
  identity_seen: Date | null;
  age: Date | null;
  shown: boolean;
  unmet: Requirement[];
}
