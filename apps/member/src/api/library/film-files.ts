import { callerHeader } from '../shared/page-member.ts';

/**
 * One try at a file of a film. Its deadline and its retries are the player's own (`film/retry-rule.ts`): they count
 * silence, not the length of a file over a slow line.
 */
export function fetchFilmFile(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  return fetch(url, { headers: { ...headers, ...callerHeader() }, credentials: 'same-origin', signal });
}
