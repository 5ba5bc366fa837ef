import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

const CANNED_MAX = 200;

/** A prepared answer, by BCP 47 language tag. */
export interface CannedPlan {
  title: string;
  texts: Readonly<Record<string, string>>;
  hidden: boolean;
}

export interface CannedAnswer extends CannedPlan {
  id: string;
  changedAtMs: number;
}

/** All answers by title. Hidden ones are no longer offered. */
export async function listCanned(q: Db | Tx['q']): Promise<CannedAnswer[]> {
  const rows = await q.selectFrom('desk.canned').selectAll().orderBy('title').orderBy('id').limit(CANNED_MAX).execute();
  return rows.map(({ id, title, texts, changed_at, hidden_at }) => ({
    id,
    title,
    texts: texts as unknown as CannedPlan['texts'],
    hidden: hidden_at !== null,
    changedAtMs: changed_at.getTime(),
  }));
}

/** Throws `question-limit` at the maximum that a list shows. */
export async function createCanned(tx: Tx, plan: CannedPlan, staffId: string): Promise<CannedAnswer> {
  // Two new entries at once must not both be the last one.
  await sql`select pg_advisory_xact_lock(hashtextextended('desk/canned', 0))`.execute(tx.q);
  if ((await listCanned(tx.q)).length >= CANNED_MAX) throw new Refusal('question-limit');
  const now = await clockNow(tx.q);
  const id = newId();
  await tx.q
    .insertInto('desk.canned')
    .values({ id, ...columnsOf(plan, staffId, now) })
    .execute();
  return { id, ...plan, changedAtMs: now.getTime() };
}

/** Changes an answer; returns it as it was before. Throws `not-found`. */
export async function changeCanned(
  tx: Tx,
  id: string,
  plan: CannedPlan,
  staffId: string,
): Promise<{ before: CannedPlan; after: CannedAnswer }> {
  const row = await tx.q
    .selectFrom('desk.canned')
    .select(['title', 'texts', 'hidden_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const now = await clockNow(tx.q);
  await tx.q
    .updateTable('desk.canned')
    .set(columnsOf(plan, staffId, now))
    .where('id', '=', id)
    .execute();
  const before = {
    title: row.title,
    texts: row.texts as unknown as CannedPlan['texts'],
    hidden: row.hidden_at !== null,
  };
  return { before, after: { id, ...plan, changedAtMs: now.getTime() } };
}

function columnsOf({ title, texts, hidden }: CannedPlan, staffId: string, now: Date) {
  return {
    title,
    texts: JSON.stringify(texts),
    changed_by: staffId,
    changed_at: now,
    hidden_at: hidden ? now : null,
  };
}
