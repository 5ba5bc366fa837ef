import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { TitleTerms } from './access.ts';

/**
 * Of a `video.title t`: whether members see it. It is published and not taken away, its class is not hidden, and a film
 * of it is ready. What is not shown is listed nowhere, opens nothing, and cannot be bought.
 */
export const IS_SHOWN = sql`(
  t.published_at <= (select clock.now()) and t.withdrawn_at is null
  and exists (select from video.class s where s.id = t.class_id and s.hidden_at is null)
  and exists (select from video.film s where s.id = t.film_id and s.state = 'ready'))`;

/** One title of the library, as far as buying it asks. */
export interface Title extends TitleTerms {
  id: string;
  /** From which age on. */
  age: number;
}

/** Null where none is shown. */
export async function findShownTitle(q: Db | Tx['q'], id: string): Promise<Title | null> {
  const { rows } = await sql<Title>`
    select t.id, t.age, t.access, t.balance, t.price, t.hours from video.title t
    where t.id = ${id}::uuid and ${IS_SHOWN}`.execute(q);
  return rows[0] ?? null;
}
