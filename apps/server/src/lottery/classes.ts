import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Texts } from './show-lottery.ts';

export interface ClassPlan {
  /** In the house's language. */
  name: string;
  /** Translations into other languages. */
  texts: Texts<{ name: string }>;
  /** Sort position, ascending. */
  position: number;
  /** True: no list of members shows the class or its lotteries. */
  hidden: boolean;
}

export interface ManagedClass extends ClassPlan {
  key: string;
  /** Number of its lotteries, including hidden and retired ones. */
  lotteries: number;
}

const LISTED_MAX = 1_000;

/** All classes in order, including hidden ones. */
export async function listClasses(q: Db | Tx['q']): Promise<ManagedClass[]> {
  const { rows } = await sql<ManagedClass & { lotteries: bigint }>`
    select c.key, c.name, c.texts, c.position, c.hidden,
      (select count(*) from lottery.lottery l where l.class_id = c.id) as lotteries
    from lottery.class c order by c.position, c.id limit ${LISTED_MAX}`.execute(q);
  return rows.map((row) => ({ ...row, lotteries: Number(row.lotteries) }));
}

/** Creates a class. Throws `already-set` if the key is taken, `busy` when another person creates one concurrently. */
export async function createClass(tx: Tx, { key, ...plan }: ClassPlan & { key: string }): Promise<ManagedClass> {
  if ((await listClasses(tx.q)).some((one) => one.key === key))
    throw new Refusal('already-set', {}, { key: 'already-set' });
  const row = await tx.q
    .insertInto('lottery.class')
    .values((eb) => ({
      id: sql<number>`(select coalesce(max(c.id), 0) + 1 from lottery.class c)`,
      key: eb.val(key),
      ...columnsOf(plan),
    }))
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!row) throw new Refusal('busy');
  return readClass(tx, key);
}

/** Renames, moves, hides or shows a class; returns it before and after. Throws `not-found`. */
export async function changeClass(
  tx: Tx,
  key: string,
  plan: ClassPlan,
): Promise<{ before: ManagedClass; after: ManagedClass }> {
  await sql`select 1 from lottery.class c where c.key = ${key} for update`.execute(tx.q);
  const before = await readClass(tx, key);
  await tx.q.updateTable('lottery.class').set(columnsOf(plan)).where('key', '=', key).execute();
  return { before, after: await readClass(tx, key) };
}

/** Throws `not-found`. Processes reload their catalogue after the commit. */
async function readClass(tx: Tx, key: string): Promise<ManagedClass> {
  await sql`select pg_notify('tables', '')`.execute(tx.q);
  const found = (await listClasses(tx.q)).find((one) => one.key === key);
  if (!found) throw new Refusal('not-found');
  return found;
}

function columnsOf({ name, texts, position, hidden }: ClassPlan) {
  return { name, texts: JSON.stringify(texts), position, hidden };
}
