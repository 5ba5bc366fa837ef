import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** What a class is called, by language. */
export type ClassTexts = Readonly<Record<string, { name: string }>>;

export interface ClassPlan {
  texts: ClassTexts;
  /** From the smallest on. */
  position: number;
  /** Members see neither it nor its titles. */
  hidden: boolean;
}

export interface ManagedClass extends ClassPlan {
  id: string;
  /** In addresses; never changed, since members keep them. */
  slug: string;
  /** All of its titles, drafts and withdrawn ones too. */
  titles: number;
}

const LISTED_MAX = 200;

/** All of them in their order, hidden ones too. */
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

/** Throws `fill-in` without a name in the house's language, `already-set` for a slug that is taken. */
export async function createClass(tx: Tx, plan: ClassPlan & { slug: string }, house: string): Promise<ManagedClass> {
  refuseUnnamed(plan, house);
  const row = await tx.q
    .insertInto('video.class')
    .values({ id: newId(), slug: plan.slug, ...(await columnsOf(tx, plan)) })
    .onConflict((on) => on.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Refusal('already-set', {}, { slug: 'already-set' });
  return readClass(tx.q, row.id);
}

/** Returns both. Throws `not-found`, `fill-in`. */
export async function changeClass(
  tx: Tx,
  id: string,
  plan: ClassPlan,
  house: string,
): Promise<{ before: ManagedClass; after: ManagedClass }> {
  refuseUnnamed(plan, house);
  await tx.q.selectFrom('video.class').select('id').where('id', '=', id).forUpdate().execute();
  const before = await readClass(tx.q, id);
  const { hidden_at, ...columns } = await columnsOf(tx, plan);
  await tx.q
    .updateTable('video.class')
    // Hidden since when it was hidden first.
    .set({ ...columns, ...(before.hidden === plan.hidden ? {} : { hidden_at }) })
    .where('id', '=', id)
    .execute();
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

async function columnsOf(tx: Tx, { texts, position, hidden }: ClassPlan) {
  return { texts: JSON.stringify(texts), position, hidden_at: hidden ? await clockNow(tx.q) : null };
}

interface ClassRow {
  id: string;
  slug: string;
  position: number;
  texts: ClassTexts;
  hidden_at: Date | null;
  titles: bigint;
}
