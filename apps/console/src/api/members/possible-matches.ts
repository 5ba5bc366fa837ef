import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type PossibleMatch = AnswerOf<'get', '/api/console/possible-matches'>['items'][number];
export type MatchVerdict = AskOf<
  'post',
  '/api/console/members/{memberId}/possible-matches/{id}/decide'
>['body']['verdict'];

export const MATCH_STATES = ['open', 'decided'] as const;

export const possibleMatchesApi: ResourceApi<PossibleMatch, PossibleMatch> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/possible-matches', { query: { limit, cursor, ...filter }, signal }),
  one: (key, signal) =>
    call('get', '/api/console/members/{memberId}/possible-matches/{id}', { params: readMemberKey(key), signal }),
};

export function decidePossibleMatch(key: string, verdict: MatchVerdict, why: string): Promise<void> {
  return call('post', '/api/console/members/{memberId}/possible-matches/{id}/decide', {
    params: readMemberKey(key),
    body: { verdict, why },
  });
}
