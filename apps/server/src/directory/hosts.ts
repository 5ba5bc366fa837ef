import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from './services.ts';
import { type HostTexts, refuseSexualWords } from './words.ts';

export interface HostPlan {
  cityId: string;
  services: readonly Service[];
  languages: readonly string[];
  texts: HostTexts;
}

/** What was seen of a host. No copy of a document is kept, only how it was seen. */
export type Seen = { seenAt: Date; until: Date; note: string } & (
  | { kind: 'identity' }
  | { kind: 'age'; years: number }
);

/** Nobody sees the host: words wait to be approved, and there is no consent. Throws `words-sexual`. */
export async function createHost(tx: Tx, { cityId, services, languages, texts }: HostPlan): Promise<string> {
  refuseSexualWords(texts);
  const id = newId();
  await tx.q
    .insertInto('directory.host')
    .values({
      ...{ id, city_id: cityId, services: [...services], languages: [...languages] },
      ...{ draft: JSON.stringify(texts), draft_version: 1, created_at: await clockNow(tx.q) },
    })
    .execute();
  return id;
}

/** Notes that somebody of the house has seen a host's identity or age. */
export async function noteSeen(tx: Tx, hostId: string, { seenAt, until, note, ...what }: Seen): Promise<void> {
  const years = what.kind === 'age' ? what.years : null;
  if (years !== null && years < 18) throw new Refusal('too-young');
  await tx.q
    .insertInto('directory.verification')
    .values({ id: newId(), host_id: hostId, kind: what.kind, seen_at: seenAt, until_at: until, note, years })
    .execute();
}

/** Shows the words that were read. Throws `too-late` where the host has written others since, or none wait. */
export async function approveWords(tx: Tx, hostId: string, version: number): Promise<void> {
  const { numUpdatedRows } = await tx.q
    .updateTable('directory.host')
    .set((eb) => ({ texts: eb.ref('draft'), draft: null }))
    .where('id', '=', hostId)
    .where('draft_version', '=', version)
    .where('draft', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal('too-late');
}

/** Keeps a picture that the server itself has drawn; it waits to be approved. Returns its id. */
export async function addPicture(tx: Tx, hostId: string, webp: Uint8Array): Promise<string> {
  const id = newId();
  await tx.q
    .insertInto('directory.picture')
    .values({ id, host_id: hostId, picture: Buffer.from(webp), at: await clockNow(tx.q) })
    .execute();
  return id;
}

/** Throws `not-found`. */
export async function approvePicture(tx: Tx, hostId: string, pictureId: string): Promise<void> {
  const { numUpdatedRows } = await tx.q
    .updateTable('directory.picture')
    .set({ approved_at: await clockNow(tx.q) })
    .where('id', '=', pictureId)
    .where('host_id', '=', hostId)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal('not-found');
}
