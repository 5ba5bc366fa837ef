import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from './services.ts';
import { type HostTexts, refuseSexualWords } from './words.ts';

const DAY_MS = 86_400_000;
/** Then the host is asked again. */
const CONSENT_DAYS = 365;

/** What a host sees of the own profile, shown or not. */
export interface OwnProfile {
  services: Service[];
  languages: string[];
  /** As members read them; null: none were approved yet. */
  texts: HostTexts | null;
  /** Those that wait to be looked at. */
  draft: HostTexts | null;
  paused: boolean;
  /** Until when the host has said yes; null: not, or no more. */
  consentUntilMs: number | null;
  shown: boolean;
}

/** Throws `not-found`. */
export async function readOwnProfile(q: Db | Tx['q'], hostId: string): Promise<OwnProfile> {
  const { rows } = await sql<{
    services: Service[];
    languages: string[];
    texts: HostTexts | null;
    draft: HostTexts | null;
    paused: boolean;
    until: Date | null;
    shown: boolean;
  }>`
    select h.services, h.languages, h.texts, h.draft, h.paused_at is not null as paused, (
      select max(y.until_at) from directory.consent y
      where y.host_id = h.id and y.withdrawn_at is null and y.until_at > (select clock.now())
    ) as until, exists (select from directory.shown_host s where s.id = h.id) as shown
    from directory.host h where h.id = ${hostId}::uuid`.execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  const { until, ...same } = rows[0];
  return { ...same, consentUntilMs: until?.getTime() ?? null };
}

/** The host says yes, for a year from now. */
export async function giveConsent(tx: Tx, hostId: string): Promise<void> {
  await lockHost(tx, hostId);
  const at = await clockNow(tx.q);
  const until_at = new Date(at.getTime() + CONSENT_DAYS * DAY_MS);
  await tx.q.insertInto('directory.consent').values({ id: newId(), host_id: hostId, at, until_at }).execute();
}

/** Every yes that was ever given ends: once this is committed, nobody is shown the host. */
export async function withdrawConsent(tx: Tx, hostId: string): Promise<void> {
  await lockHost(tx, hostId);
  await tx.q
    .updateTable('directory.consent')
    .set({ withdrawn_at: await clockNow(tx.q) })
    .where('host_id', '=', hostId)
    .where('withdrawn_at', 'is', null)
    .execute();
}

export async function setPaused(tx: Tx, hostId: string, paused: boolean): Promise<void> {
  const paused_at = paused ? await clockNow(tx.q) : null;
  await tx.q.updateTable('directory.host').set({ paused_at }).where('id', '=', hostId).execute();
}

/** What was approved stays shown until these words are. Throws `words-sexual`. */
export async function editWords(tx: Tx, hostId: string, texts: HostTexts): Promise<void> {
  refuseSexualWords(texts);
  await tx.q
    .updateTable('directory.host')
    .set((eb) => ({ draft: JSON.stringify(texts), draft_version: eb('draft_version', '+', 1) }))
    .where('id', '=', hostId)
    .execute();
}

/** Of a yes and its end at the same time, one comes after the other. */
async function lockHost(tx: Tx, hostId: string): Promise<void> {
  await tx.q.selectFrom('directory.host').select('id').where('id', '=', hostId).forUpdate().execute();
}
