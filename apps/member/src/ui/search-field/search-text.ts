import { oneLine } from '@tercet/contract/words.ts';

/** Maximum number of characters. */
export const SEARCH_LENGTH_MAX = 60;

/** A search text from a field or URL, without characters that the server rejects. */
export function searchText(text: string | null): string {
  const typed = oneLine((text ?? '').replaceAll(/[\p{Cc}\p{Cs}\ufffd]/gu, ' '));
  return typed
    .slice(0, SEARCH_LENGTH_MAX)
    .replace(/\p{Cs}$/u, '')
    .trim();
}
