import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** Names of a class by language. */
export type ClassTexts = Readonly<Record<string, { name: string }>>;

export interface ClassPlan {
  texts: ClassTexts;
  /** Sort position, ascending. */
  position: number;
  /** True: members see neither the class nor its titles. */
  hidden: boolean;
}

export interface ManagedClass extends ClassPlan {
  id: string;
  /** Used in URLs; immutable, since members keep links. */
  slug: string;
  /** Number of all its titles, including drafts and withdrawn ones. */
  titles: number;
}

const LISTED_MAX = 200;

/** All classes in order, including hidden ones. */
export async function listClasses(q: Db | Tx['q']): Promise<ManagedClass[]> {
  const { rows } = await sql<ClassRow>`
    select c.id, c.slug, c.position, c.texts, c.hidden_at,
      (select count(*) from video.title t where t.class_id = c.id) as titles
    from video.class c order by c.position, c.id limit ${LISTED_MAX}`.execute(q);
  return rows.map(({ hidden_at, titles, ...same }) => ({
    ...same,
    hidden: hidden_at !== null,
    titles: Number(titles),
  }));
}

/** Creates a class. Throws `fill-in` without a name in the house's language, `already-set` if the slug is taken. */
export async function createClass(tx: Tx, plan: ClassPlan & { slug: string }, house: string): Promise<ManagedClass> {
  refuseUnnamed(plan, house);
  const row = await tx.q
    .insertInto('video.class')
    .values({ id: newId(), slug: plan.slug, ...columnsOf(plan) })
    .onConflict((on) => on.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Refusal('already-set', {}, { slug: 'already-set' });
  await hide(tx, row.id, plan.hidden);
  return readClass(tx.q, row.id);
}

/** Changes a class; returns it before and after. Throws `not-found`, `fill-in`. */
export async function changeClass(
  tx: Tx,
  id: string,
  plan: ClassPlan,
  house: string,
): Promise<{ before: ManagedClass; after: ManagedClass }> {
  refuseUnnamed(plan, house);
  await tx.q.selectFrom('video.class').select('id').where('id', '=', id).forUpdate().execute();
  const before = await readClass(tx.q, id);
  await tx.q.updateTable('video.class').set(columnsOf(plan)).where('id', '=', id).execute();
  await hide(tx, id, plan.hidden);
  return { before, after: await readClass(tx.q, id) };
}

/** Throws `not-found`. */
async function readClass(q: Db | Tx['q'], id: string): Promise<ManagedClass> {
  const found = (await listClasses(q)).find((one) => one.id === id);
  if (!found) throw new Refusal('not-found');
  return found;
}

function refuseUnnamed({ texts }: ClassPlan, house: string): void {
  if ((texts[house]?.name ?? '') === '') throw new Refusal('fill-in', {}, { texts: 'fill-in' });
}

function columnsOf({ texts, position }: ClassPlan) {
  return { texts: JSON.stringify(texts), position };
}

/** Hides or shows a class. A hidden class keeps the time at which it was hidden. */
async function hide(tx: Tx, id: string, hidden: boolean): Promise<void> {
  await sql`select video.hide_class(${id}::uuid, ${hidden})`.execute(tx.q);
}

interface ClassRow {
  id: string;
  slug: string;
  position: number;
  texts: ClassTexts;
  hidden_at: Date | null;
  titles: bigint;
}
