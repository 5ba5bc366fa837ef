import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords, type LanguageCode } from '../languages.ts';
import { Refusal } from '../refusal.ts';

const QUESTIONS_MAX = 100;

/** A question that members often ask, with the house's answer. */
export interface QuestionTexts {
  question: string;
  answer: string;
}

export interface QuestionPlan {
  /** By BCP 47 language tag. */
  texts: Readonly<Record<string, QuestionTexts>>;
  /** Questions are listed by their place, smallest first. */
  place: number;
  hidden: boolean;
}

export interface CommonQuestion extends QuestionPlan {
  id: string;
  changedAtMs: number;
}

/** All questions in their order, hidden ones included. */
export async function listQuestions(q: Db | Tx['q']): Promise<CommonQuestion[]> {
  const rows = await q
    .selectFrom('desk.common_question')
    .selectAll()
    .orderBy('place')
    .orderBy('id')
    .limit(QUESTIONS_MAX)
    .execute();
  return rows.map(({ id, texts, place, changed_at, hidden_at }) => ({
    id,
    texts: texts as unknown as QuestionPlan['texts'],
    place,
    hidden: hidden_at !== null,
    changedAtMs: changed_at.getTime(),
  }));
}

/** The offered questions in the reader's preferred language each, in their order. */
export async function offeredQuestions(
  q: Db | Tx['q'],
  languages: readonly LanguageCode[],
  houseLocale: string,
): Promise<(QuestionTexts & { id: string })[]> {
  const offered = (await listQuestions(q)).filter(({ hidden }) => !hidden);
  return offered.flatMap(({ id, texts }) => {
    const words = bestWords(texts, languages, houseLocale);
    return words === null ? [] : [{ id, ...words }];
  });
}

/** `staffId` is null for questions of a new house. Throws `question-limit` at the maximum that a list shows. */
export async function createQuestion(tx: Tx, plan: QuestionPlan, staffId: string | null): Promise<CommonQuestion> {
  // Two new entries at once must not both be the last one.
  await sql`select pg_advisory_xact_lock(hashtextextended('desk/common-questions', 0))`.execute(tx.q);
  if ((await listQuestions(tx.q)).length >= QUESTIONS_MAX) throw new Refusal('question-limit');
  const now = await clockNow(tx.q);
  const id = newId();
  await tx.q
    .insertInto('desk.common_question')
    .values({ id, ...columnsOf(plan, staffId, now) })
    .execute();
  return { id, ...plan, changedAtMs: now.getTime() };
}

/** Changes a question; returns it as it was before. Throws `not-found`. */
export async function changeQuestion(
  tx: Tx,
  id: string,
  plan: QuestionPlan,
  staffId: string,
): Promise<{ before: QuestionPlan; after: CommonQuestion }> {
  const row = await tx.q
    .selectFrom('desk.common_question')
    .select(['texts', 'place', 'hidden_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const now = await clockNow(tx.q);
  await tx.q
    .updateTable('desk.common_question')
    .set(columnsOf(plan, staffId, now))
    .where('id', '=', id)
    .execute();
  const before = {
    texts: row.texts as unknown as QuestionPlan['texts'],
    place: row.place,
    hidden: row.hidden_at !== null,
  };
  return { before, after: { id, ...plan, changedAtMs: now.getTime() } };
}

function columnsOf({ texts, place, hidden }: QuestionPlan, staffId: string | null, now: Date) {
  return {
    texts: JSON.stringify(texts),
    place,
    changed_by: staffId,
    changed_at: now,
    hidden_at: hidden ? now : null,
  };
}
