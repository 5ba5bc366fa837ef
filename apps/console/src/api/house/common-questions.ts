import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';
import { Problem } from '../shared/problem.ts';

export type CommonQuestion = AnswerOf<'get', '/api/console/common-questions'>['items'][number];
export type CommonQuestionForm = AskOf<'post', '/api/console/common-questions'>['body'];

/** The server returns all of them, in the order in which members see them. */
async function readQuestions(signal?: AbortSignal): Promise<CommonQuestion[]> {
  return (await call('get', '/api/console/common-questions', { signal })).items;
}

export const commonQuestionsApi: ResourceApi<CommonQuestion, CommonQuestion> = {
  keyOf: ({ id }) => id,
  async list({ signal }) {
    const items = await readQuestions(signal);
    return { items, nextCursor: null, total: items.length };
  },
  async one(id, signal) {
    const found = (await readQuestions(signal)).find((one) => one.id === id);
    if (found === undefined) throw new Problem('not-found', 404);
    return found;
  },
};

/** Publishes a question, or changes the one with this id. */
export function saveQuestion(id: string | null, body: CommonQuestionForm): Promise<CommonQuestion> {
  if (id === null) return call('post', '/api/console/common-questions', { body });
  return call('put', '/api/console/common-questions/{id}', { params: { id }, body });
}
