import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { endConsents } from './consents.ts';
import { lockHost, notifyHostChanged } from './host-changes.ts';
import type { Author } from './hosts.ts';

/** Pictures of one host, including those in review. */
export const PICTURES_MAX = 12;
/** Pictures that one host may send in total, removed ones included; after that staff have to help. */
const SENT_MAX = 200;

export interface SentPicture {
  /** UUID made by the client and kept across retries. */
  key: string;
  /** Redrawn by the server. */
  webp: Uint8Array;
  by: Author;
}

export interface PictureRecord {
  id: string;
  sentBy: Author;
  atMs: number;
  approved: boolean;
}

/** Stores a picture for review, once per key; returns its id. Throws `not-found`, `picture-limit`. */
export async function addPicture(tx: Tx, hostId: string, { key, webp, by }: SentPicture): Promise<string> {
  await lockHost(tx, hostId);
  const before = await ofHost(tx.q, hostId).select('id').where('key', '=', key).executeTakeFirst();
  if (before) return before.id;
  const {
    kept: stored,
    sent,
    last,
  } = await ofHost(tx.q, hostId)
    .select((eb) => eb.fn.countAll<bigint>().filterWhere('removed_at', 'is', null).as('kept'))
    .select((eb) => eb.fn.countAll<bigint>().as('sent'))
    .select((eb) => eb.fn.max('place').as('last'))
    .executeTakeFirstOrThrow();
  if (Number(stored) >= PICTURES_MAX || Number(sent) >= SENT_MAX) {
    throw new Refusal('picture-limit', { max: PICTURES_MAX });
  }
  const id = newId();
  const place = (last ?? 0) + 1;
  const at = await clockNow(tx.q);
  await tx.q
    .insertInto('directory.picture')
    .values({ id, host_id: hostId, key, picture: Buffer.from(webp), place, sent_by: by, at })
    .execute();
  return id;
}

/**
 * Approves a picture. A picture sent by the house is shown after a new consent of the host. Throws `not-found`,
 * `too-late`.
 */
export async function approvePicture(tx: Tx, hostId: string, pictureId: string): Promise<void> {
  await lockHost(tx, hostId);
  const found = await ofHost(tx.q, hostId)
    .select(['sent_by', 'approved_at', 'removed_at'])
    .where('id', '=', pictureId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found');
  if (found.approved_at !== null || found.removed_at !== null) throw new Refusal('too-late');
  await tx.q
    .updateTable('directory.picture')
    .set({ approved_at: await clockNow(tx.q) })
    .where('id', '=', pictureId)
    .execute();
  if (found.sent_by === 'house') await endConsents(tx, hostId);
  await notifyHostChanged(tx, hostId);
}

/** Deletes a picture's content at once; only the row remains. Throws `not-found`. */
export async function removePicture(tx: Tx, hostId: string, pictureId: string): Promise<void> {
  await lockHost(tx, hostId);
  const found = await ofHost(tx.q, hostId).select('id').where('id', '=', pictureId).executeTakeFirst();
  if (!found) throw new Refusal('not-found');
  await erase(tx, hostId, pictureId);
  await notifyHostChanged(tx, hostId);
}

/** Deletes the content of all pictures. Requires the host's lock. */
export async function removeAllPictures(tx: Tx, hostId: string): Promise<void> {
  await erase(tx, hostId, null);
}

/**
 * Sets the order of a host's pictures. Throws `not-found`, and `too-late` if `ids` are not the host's current
 * pictures.
 */
export async function orderPictures(tx: Tx, hostId: string, ids: readonly string[]): Promise<void> {
  await lockHost(tx, hostId);
  const stored = new Set((await listPictures(tx.q, hostId)).map(({ id }) => id));
  if (ids.length !== stored.size || new Set(ids).size !== ids.length || !ids.every((id) => stored.has(id))) {
    throw new Refusal('too-late');
  }
  await sql`
    update directory.picture p set place = o.place
    from unnest(${ids}::uuid[]) with ordinality o (id, place)
    where p.host_id = ${hostId}::uuid and p.id = o.id`.execute(tx.q);
  await notifyHostChanged(tx, hostId);
}

/** Pictures that were not removed, in order. */
export async function listPictures(q: Db | Tx['q'], hostId: string): Promise<PictureRecord[]> {
  const rows = await ofHost(q, hostId)
    .select(['id', 'sent_by', 'at', 'approved_at'])
    .where('removed_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute();
  return rows.map(({ id, sent_by, at, approved_at }) => ({
    id,
    sentBy: sent_by as Author,
    atMs: at.getTime(),
    approved: approved_at !== null,
  }));
}

/** A picture as WebP, also in review, for the host and staff. Throws `not-found`, `host-gone` if it was removed. */
export async function readAnyPicture(q: Db | Tx['q'], hostId: string, pictureId: string): Promise<Buffer> {
  const found = await ofHost(q, hostId).select('picture').where('id', '=', pictureId).executeTakeFirst();
  if (!found) throw new Refusal('not-found');
  if (found.picture === null) throw new Refusal('host-gone');
  return found.picture;
}

async function erase(tx: Tx, hostId: string, pictureId: string | null): Promise<void> {
  const all = tx.q
    .updateTable('directory.picture')
    .set({ picture: null, removed_at: await clockNow(tx.q) })
    .where('host_id', '=', hostId)
    .where('removed_at', 'is', null);
  await (pictureId === null ? all : all.where('id', '=', pictureId)).execute();
}

function ofHost(q: Db | Tx['q'], hostId: string) {
  return q.selectFrom('directory.picture').where('host_id', '=', hostId);
}
