import { type AnswerOf, call } from '../shared/client.ts';

export type FoundGroup = AnswerOf<'get', '/api/console/search'>['groups'][number];
export type Hit = FoundGroup['hits'][number];

/** The server takes no shorter and no longer text. */
export const QUERY_MIN = 3;
export const QUERY_MAX = 80;

/** Searches all that the role may see. Each call is logged. */
export async function searchAll(query: string, signal?: AbortSignal): Promise<FoundGroup[]> {
  return (await call('get', '/api/console/search', { query: { query }, signal })).groups;
}
