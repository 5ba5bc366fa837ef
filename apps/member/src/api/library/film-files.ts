import { callerHeader } from '../shared/page-member.ts';

/**
 * Requests a file of a film once. The player sets the deadline and retries (`film/retry-rule.ts`): it limits silence,
 * not the total time on a slow connection.
 */
export function fetchFilmFile(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  return fetch(url, { headers: { ...headers, ...callerHeader() }, credentials: 'same-origin', signal });
}
