import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { LanguageCode } from '../languages.ts';
import { Refusal } from '../refusal.ts';

export interface LotteryWords {
  name: string;
  description: string;
}

/** Texts by language, without the house's own. A language without texts may be missing. */
export type Texts<Words> = Readonly<Partial<Record<LanguageCode, Words>>>;

/** Display texts of a lottery. Excludes odds, schedule and key. */
export interface Showing {
  name: string;
  description: string;
  hot: boolean;
  /** Sort position, ascending. */
  position: number;
  /** True: no list of members shows the lottery. Its page, slips and proofs stay. */
  hidden: boolean;
  texts: Texts<LotteryWords>;
}

interface ShownRow extends Showing {
  id: number;
  version: number;
}

/** Current display texts of all lotteries, by id. */
export async function readShowings(q: Db | Tx['q']): Promise<Map<number, Showing>> {
  const { rows } = await rowsOf(sql`true`).execute(q);
  return new Map(rows.map(({ id, version: _, ...showing }) => [id, showing]));
}

/**
 * Changes the display of a lottery in all processes. Keeps the previous version and returns it. Throws `not-found`, or
 * `busy` if another change is in progress.
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

/** The latest display texts, or the original ones. */
function rowsOf(which: ReturnType<typeof sql>) {
  return sql<ShownRow>`
    select l.id, coalesce(s.version, 0) as version, coalesce(s.name, l.name) as name,
      coalesce(s.description, l.description) as description, coalesce(s.hot, l.hot) as hot,
      coalesce(s.position, l.position) as position, coalesce(s.texts, l.texts) as texts,
      coalesce(s.hidden, false) as hidden
    from lottery.lottery l left join lateral (
      select x.* from lottery.lottery_display x where x.lottery_id = l.id order by x.version desc limit 1
    ) s on true where ${which}`;
}
