import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { TitleTerms } from './access.ts';

/** One title of the library, as the house keeps it. */
export interface Title extends TitleTerms {
  id: string;
  /** From which age on. */
  age: number;
  /** Published, and not taken away. */
  shown: boolean;
  filmId: string | null;
}

/** Null where there is none. */
export async function findTitle(q: Db | Tx['q'], id: string): Promise<Title | null> {
  const row = await q
    .selectFrom('video.title')
    .select(['id', 'age', 'access', 'balance', 'price', 'hours', 'film_id as filmId'])
    .select(['published_at as publishedAt', 'withdrawn_at as withdrawnAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { publishedAt, withdrawnAt, access, ...same } = row;
  return { ...same, access: access as Title['access'], shown: publishedAt !== null && withdrawnAt === null };
}
