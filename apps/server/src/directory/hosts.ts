import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { endConsents } from './consents.ts';
import { lockHost, notifyHostChanged } from './host-changes.ts';
import { type HostTexts, refuseSexualWords } from './host-texts.ts';
import type { Service } from './services.ts';

/** Facts about a host that the house enters, beside the texts. */
export interface HostFacts {
  cityId: string;
  services: readonly Service[];
  languages: readonly string[];
}

export interface HostPlan extends HostFacts {
  texts: HostTexts;
  /** A drawn example in a house for play, not a real person. */
  example?: boolean;
}

/** Author of a text or picture. The host must consent again to what the house wrote. */
export type Author = 'host' | 'house';

/**
 * Creates a host, who is not shown yet: texts wait for approval, and there is no consent. Throws `words-sexual`,
 * `not-found`.
 */
export async function createHost(tx: Tx, plan: HostPlan): Promise<string> {
  const { cityId, services, languages, texts, example = false } = plan;
  await refuseSexualWords(texts);
  await refuseNoCity(tx, cityId);
  const id = newId();
  await tx.q
    .insertInto('directory.host')
    .values({
      ...{ id, city_id: cityId, services: [...services], languages: [...languages], example },
      ...{ draft: JSON.stringify(texts), draft_version: 1, draft_by: 'house', created_at: await clockNow(tx.q) },
    })
    .execute();
  return id;
}

/** Changes a host's facts; returns those before. Any difference requires a new consent. Throws `not-found`. */
export async function changeFacts(tx: Tx, hostId: string, facts: HostFacts): Promise<HostFacts> {
  const { cityId, services, languages } = await lockHost(tx, hostId);
  if (facts.cityId !== cityId) await refuseNoCity(tx, facts.cityId);
  const before = { cityId, services: services as Service[], languages };
  const isSame =
    cityId === facts.cityId && services.join() === facts.services.join() && languages.join() === facts.languages.join();
  if (isSame) return before;
  await tx.q
    .updateTable('directory.host')
    .set({ city_id: facts.cityId, services: [...facts.services], languages: [...facts.languages] })
    .where('id', '=', hostId)
    .execute();
  await endConsents(tx, hostId);
  return before;
}

/**
 * Writes draft texts and returns their version. The approved texts stay visible until the draft is approved. Throws
 * `words-sexual`, `not-found`.
 */
export async function writeWords(tx: Tx, hostId: string, texts: HostTexts, by: Author): Promise<number> {
  await refuseSexualWords(texts);
  const { draftVersion } = await lockHost(tx, hostId);
  await tx.q
    .updateTable('directory.host')
    .set({
      draft: JSON.stringify(texts),
      draft_version: draftVersion + 1,
      draft_by: by,
      draft_refused: null,
    })
    .where('id', '=', hostId)
    .execute();
  return draftVersion + 1;
}

/**
 * Approves the draft that the person read. Texts by the house are shown after a new consent of the host. Throws
 * `not-found`, and `too-late` if there is a newer draft or none.
 */
export async function approveWords(tx: Tx, hostId: string, version: number): Promise<void> {
  await lockHost(tx, hostId);
  const waiting = await waitingWords(tx, hostId, version);
  await tx.q
    .updateTable('directory.host')
    .set((eb) => ({ texts: eb.ref('draft'), draft: null, draft_by: null, draft_refused: null }))
    .where('id', '=', hostId)
    .execute();
  if (waiting.by === 'house') await endConsents(tx, hostId);
  await notifyHostChanged(tx, hostId);
}

/** Refuses the draft, with a reason for the host. Throws like `approveWords`. */
export async function refuseWords(tx: Tx, hostId: string, version: number, why: string): Promise<void> {
  await lockHost(tx, hostId);
  await waitingWords(tx, hostId, version);
  await tx.q
    .updateTable('directory.host')
    .set({ draft: null, draft_by: null, draft_refused: why })
    .where('id', '=', hostId)
    .execute();
}

async function waitingWords(tx: Tx, hostId: string, version: number): Promise<{ by: Author }> {
  const row = await tx.q
    .selectFrom('directory.host')
    .select('draft_by')
    .where('id', '=', hostId)
    .where('draft_version', '=', version)
    .where('draft', 'is not', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('too-late');
  return { by: row.draft_by as Author };
}

async function refuseNoCity(tx: Tx, cityId: string): Promise<void> {
  const city = await tx.q.selectFrom('directory.city').select('id').where('id', '=', cityId).executeTakeFirst();
  if (!city) throw new Refusal('not-found', {}, { cityId: 'not-found' });
}
