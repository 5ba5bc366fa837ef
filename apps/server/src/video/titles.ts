import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { TitleTerms } from './access.ts';

/**
 * SQL condition on `video.title t`: members see the title. It is published and not withdrawn, its class is not hidden,
 * and its film is ready. Other titles are not listed, not playable and not for sale.
 */
export const IS_SHOWN = sql`(
  t.published_at <= (select clock.now()) and t.withdrawn_at is null
  and exists (select from video.class s where s.id = t.class_id and s.hidden_at is null)
  and exists (select from video.film s where s.id = t.film_id and s.state = 'ready'))`;

/** A title with the fields that a purchase needs. */
export interface Title extends TitleTerms {
  id: string;
  /** Minimum age. */
  age: number;
}

/** A visible title; null for any other. */
export async function findShownTitle(q: Db | Tx['q'], id: string): Promise<Title | null> {
  const { rows } = await sql<Title>`
    select t.id, t.age, t.access, t.balance, t.price, t.hours from video.title t
    where t.id = ${id}::uuid and ${IS_SHOWN}`.execute(q);
  return rows[0] ?? null;
}
