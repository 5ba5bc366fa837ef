import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { LanguageCode } from '../languages.ts';
import { Refusal } from '../refusal.ts';

export interface LotteryWords {
  name: string;
  description: string;
}

/** By languages other than the house's own; one in which nothing is written may be missing. */
export type Texts<Words> = Readonly<Partial<Record<LanguageCode, Words>>>;

/** How a lottery is shown: nothing of what it pays, when it draws or what its key is. */
export interface Showing {
  name: string;
  description: string;
  hot: boolean;
  /** From the smallest on. */
  position: number;
  texts: Texts<LotteryWords>;
}

interface ShownRow extends Showing {
  id: number;
  version: number;
}

/** How all lotteries are shown now, by their ids. */
export async function readShowings(q: Db | Tx['q']): Promise<Map<number, Showing>> {
  const { rows } = await rowsOf(sql`true`).execute(q);
  return new Map(rows.map(({ id, version: _, ...showing }) => [id, showing]));
}

/**
 * Shows a lottery in another way, in every process at once; how it was shown before is kept. Returns that. Throws
 * `not-found`, and `busy` where somebody else does so at this moment.
 */
export async function showLottery(tx: Tx, key: string, showing: Showing, staffId: string): Promise<Showing> {
  const { rows } = await rowsOf(sql`l.key = ${key}`).execute(tx.q);
  if (!rows[0]) throw new Refusal('not-found');
  const { id, version, ...before } = rows[0];
  const made = await tx.q
    .insertInto('lottery.lottery_display')
    .values({
      ...{ lottery_id: id, version: version + 1, set_by: staffId },
      ...{ ...showing, texts: JSON.stringify(showing.texts) },
    })
    .onConflict((on) => on.doNothing())
    .returning('version')
    .executeTakeFirst();
  if (!made) throw new Refusal('busy');
  await sql`select pg_notify('tables', '')`.execute(tx.q);
  return before;
}

/** As it was opened, or as it was last shown since. */
function rowsOf(which: ReturnType<typeof sql>) {
  return sql<ShownRow>`
    select l.id, coalesce(s.version, 0) as version, coalesce(s.name, l.name) as name,
      coalesce(s.description, l.description) as description, coalesce(s.hot, l.hot) as hot,
      coalesce(s.position, l.position) as position, coalesce(s.texts, l.texts) as texts
    from lottery.lottery l left join lateral (
      select x.* from lottery.lottery_display x where x.lottery_id = l.id order by x.version desc limit 1
    ) s on true where ${which}`;
}
