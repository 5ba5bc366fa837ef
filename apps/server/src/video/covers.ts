import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { IS_SHOWN } from './titles.ts';

/** The picture of a title in lists. */
export interface Cover {
  version: string;
  /** WebP; null: the film's poster is the cover. */
  picture: Buffer | null;
  filmId: string;
}

/** The cover of a visible title; null for any other. */
export async function readCover(q: Db | Tx['q'], titleId: string): Promise<Cover | null> {
  const { rows } = await sql<{ version: string | null; picture: Buffer | null; film_id: string }>`
    select k.version, k.picture, t.film_id from video.title t
    left join video.cover k on k.title_id = t.id
    where t.id = ${titleId}::uuid and ${IS_SHOWN}`.execute(q);
  const found = rows[0];
  return found ? { version: found.version ?? found.film_id, picture: found.picture, filmId: found.film_id } : null;
}

/** The cover of any title, for staff: the uploaded picture, and the film whose poster is the fallback. */
export async function readDraftCover(
  q: Db | Tx['q'],
  titleId: string,
): Promise<{ picture: Buffer | null; filmId: string | null }> {
  const { rows } = await sql<{ picture: Buffer | null; film_id: string | null }>`
    select k.picture, f.id as film_id from video.title t
    left join video.film f on f.id = t.film_id and f.state = 'ready'
    left join video.cover k on k.title_id = t.id
    where t.id = ${titleId}::uuid`.execute(q);
  return { picture: rows[0]?.picture ?? null, filmId: rows[0]?.film_id ?? null };
}

/** Replaces a title's cover by a picture that the server has redrawn. Returns its version. */
export async function setCover(tx: Tx, titleId: string, webp: Uint8Array): Promise<string> {
  const version = createHash('sha256').update(webp).digest('hex').slice(0, 16);
  const stored = { version, picture: Buffer.from(webp) };
  await tx.q
    .insertInto('video.cover')
    .values({ title_id: titleId, ...stored })
    .onConflict((on) => on.column('title_id').doUpdateSet(stored))
    .execute();
  return version;
}
