import { type AnswerOf, type AskOf, call } from '../shared/client.ts';

export type PossibleMatch = AnswerOf<'get', '/api/console/possible-matches'>['items'][number];
export type MatchVerdict = AskOf<
  'post',
  '/api/console/members/{memberId}/possible-matches/{id}/decide'
>['body']['verdict'];

export const MATCH_VERDICTS = ['same', 'other'] as const satisfies readonly MatchVerdict[];
const LISTED_MAX = 100;

/** Open matches, oldest first. */
export async function listPossibleMatches(signal?: AbortSignal): Promise<PossibleMatch[]> {
  const query = { limit: LISTED_MAX, state: 'open' } as const;
  return (await call('get', '/api/console/possible-matches', { query, signal })).items;
}

export function decidePossibleMatch(
  { memberId, id }: Pick<PossibleMatch, 'memberId' | 'id'>,
  verdict: MatchVerdict,
  why: string,
): Promise<void> {
  return call('post', '/api/console/members/{memberId}/possible-matches/{id}/decide', {
    params: { memberId, id },
    body: { verdict, why },
  });
}
