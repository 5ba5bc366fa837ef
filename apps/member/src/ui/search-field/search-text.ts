import { oneLine } from '@tercet/contract/words.ts';

/** The most characters of a search. */
export const SEARCH_LENGTH_MAX = 60;

/** What is searched for, from a field or an address, without characters that the server refuses. */
export function searchText(text: string | null): string {
  const typed = oneLine((text ?? '').replaceAll(/[\p{Cc}\p{Cs}\ufffd]/gu, ' '));
  return typed
    .slice(0, SEARCH_LENGTH_MAX)
    .replace(/\p{Cs}$/u, '')
    .trim();
}
