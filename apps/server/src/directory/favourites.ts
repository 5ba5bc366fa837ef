import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Booker } from './bookings.ts';

/** Favourites per member: few enough to answer the whole list at once. */
export const FAVOURITES_MAX = 100;

/** Adds a shown host to the member's favourites. Requires the member's lock. Throws `host-gone`, `favourite-limit`. */
export async function addFavourite(tx: Tx, booker: Booker, hostId: string): Promise<void> {
  const ids = await favouriteIds(tx.q, booker);
  if (ids.includes(hostId)) return;
  const { rows } = await sql`select from directory.shown_host h where h.id = ${hostId}::uuid`.execute(tx.q);
  if (rows.length === 0) throw new Refusal('host-gone');
  if (ids.length >= FAVOURITES_MAX) throw new Refusal('favourite-limit', { max: FAVOURITES_MAX });
  await sql`
    insert into directory.favourite (bucket, member_id, host_id, at)
    values (${booker.bucket}::smallint, ${booker.memberId}::uuid, ${hostId}::uuid, clock.now())`.execute(tx.q);
}

/** Removes a host from the member's favourites, also one who is no longer shown. */
export async function dropFavourite(tx: Tx, booker: Booker, hostId: string): Promise<void> {
  await tx.q.deleteFrom('directory.favourite').where(ofMember(booker)).where('host_id', '=', hostId).execute();
}

/** Ids of the member's favourites, newest first; hosts who are not shown now included. */
export async function favouriteIds(q: Db | Tx['q'], booker: Booker): Promise<string[]> {
  const rows = await q
    .selectFrom('directory.favourite')
    .select('host_id')
    .where(ofMember(booker))
    .orderBy('at', 'desc')
    .orderBy('host_id')
    .limit(FAVOURITES_MAX)
    .execute();
  return rows.map((row) => row.host_id);
}
