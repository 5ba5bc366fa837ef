import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { changeQuestion, createQuestion, listQuestions, type QuestionPlan } from '../../../desk/common-questions.ts';
import { LANGUAGES } from '../../../languages.ts';
import { faultOfStaffWords } from '../../../moderation/staff-words.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';

const QUESTION_LENGTH_MAX = 120;
const ANSWER_LENGTH_MAX = 1_000;
/** Body limit: texts in every language of the club. A UTF-16 unit takes at most three bytes. */
const BYTES_MAX = (LANGUAGES.length + 1) * (3 * (QUESTION_LENGTH_MAX + ANSWER_LENGTH_MAX) + 100);

const Words = z.strictObject({
  question: z.string().trim().min(1).max(QUESTION_LENGTH_MAX),
  answer: z.string().trim().min(1).max(ANSWER_LENGTH_MAX),
});
const Body = z.strictObject({
  texts: z.partialRecord(z.enum(LANGUAGES), Words).describe('By language; at least one'),
  place: z.number().int().min(1).max(999).describe('Order of the list, smallest first'),
  hidden: z.boolean().default(false).describe('True if members do not see it'),
});
const Answer = Body.extend({ id: z.uuid(), changedAtMs: z.number().int() });
z.globalRegistry.add(Answer, { id: 'CommonQuestion' });

export function listQuestionsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/common-questions',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Common questions with their answers in several languages, in order, hidden ones included',
      response: { 200: z.object({ items: z.array(Answer) }), ...PROBLEMS },
    },
    handler: async () => ({ items: await listQuestions(db) }),
  });
}

export function createQuestionRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/common-questions',
    config: { access: 'staff', roles: ['support', 'content', 'owner'] },
    bodyLimit: BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Publish a common question; the text rules for answers apply',
      body: Body,
      response: { 201: Answer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const plan = await readPlan(request.body);
      const staff = staffOf(request);
      const made = await transaction(db, async (tx) => {
        const created = await createQuestion(tx, plan, staff.id);
        const act = { act: 'common-question-created', subject: `common-question/${created.id}`, after: plan };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return created;
      });
      return reply.code(201).send(made);
    },
  });
}

export function changeQuestionRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/common-questions/:id',
    config: { access: 'staff', roles: ['support', 'content', 'owner'] },
    bodyLimit: BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Change, move or hide a common question',
      params: z.object({ id: Uuid }),
      body: Body,
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async (request) => {
      const plan = await readPlan(request.body);
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const { before, after } = await changeQuestion(tx, id, plan, staff.id);
        const act = { act: 'common-question-changed', subject: `common-question/${id}`, before, after: plan };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}

/** Throws `fill-in` if no language has texts, and the refusals of the rules for texts by staff. */
async function readPlan({ texts, place, hidden }: z.infer<typeof Body>): Promise<QuestionPlan> {
  const written = Object.entries(texts).flatMap(([code, words]) => (words ? [[code, words] as const] : []));
  if (written.length === 0) throw new Refusal('fill-in', {}, { texts: 'fill-in' });
  for (const [, words] of written) {
    for (const name of ['question', 'answer'] as const) {
      const fault = await faultOfStaffWords(words[name]);
      if (fault) throw new Refusal(fault, {}, { [name]: fault });
    }
  }
  return { texts: Object.fromEntries(written), place, hidden };
}
