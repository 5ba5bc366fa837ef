import { type AnswerOf, type AskOf, call } from '../shared/client.ts';

export type ListViewsAnswer = AnswerOf<'get', '/api/console/list-views'>;
export type ListView = ListViewsAnswer['views'][number];
export type ListChoice = ListViewsAnswer['choices'][number];
export type ListName = ListView['list'];
type NewView = AskOf<'post', '/api/console/list-views'>['body'];

export function readListViews(signal?: AbortSignal): Promise<ListViewsAnswer> {
  return call('get', '/api/console/list-views', { signal });
}

/** Replaces the reader's view of the same list and name. */
export function saveListView(body: NewView): Promise<ListView> {
  return call('post', '/api/console/list-views', { body });
}

export async function deleteListView(id: string): Promise<void> {
  await call('delete', '/api/console/list-views/{id}', { params: { id } });
}

export function chooseForList({ list, ...body }: ListChoice): Promise<ListChoice> {
  return call('put', '/api/console/list-choices/{list}', { params: { list }, body });
}
