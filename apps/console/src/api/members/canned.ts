import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';
import { Problem } from '../shared/problem.ts';

export type CannedAnswer = AnswerOf<'get', '/api/console/desk/canned'>['items'][number];
export type CannedForm = AskOf<'post', '/api/console/desk/canned'>['body'];

/** The server returns all of them, by title. */
export async function readCanned(signal?: AbortSignal): Promise<CannedAnswer[]> {
  return (await call('get', '/api/console/desk/canned', { signal })).items;
}

export const cannedApi: ResourceApi<CannedAnswer, CannedAnswer> = {
  keyOf: ({ id }) => id,
  async list({ signal }) {
    const items = await readCanned(signal);
    return { items, nextCursor: null, total: items.length };
  },
  async one(id, signal) {
    const found = (await readCanned(signal)).find((one) => one.id === id);
    if (found === undefined) throw new Problem('not-found', 404);
    return found;
  },
};

/** Creates a canned answer, or changes the one with this id. */
export function saveCanned(id: string | null, body: CannedForm): Promise<CannedAnswer> {
  if (id === null) return call('post', '/api/console/desk/canned', { body });
  return call('put', '/api/console/desk/canned/{id}', { params: { id }, body });
}
