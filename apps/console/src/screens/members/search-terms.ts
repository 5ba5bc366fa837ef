import { plainText } from '@tercet/contract/words.ts';

/** Fields to search members by. An id is recognised by its form. */
export const SEARCHES = ['userName', 'realName'] as const;
export type Search = (typeof SEARCHES)[number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filter with the new search term in place of the old one. */
export function searchedFor(
  filter: Readonly<Record<string, unknown>>,
  by: Search,
  typed: string,
): Record<string, unknown> {
  const { userName: _, realName: __, memberId: ___, ...others } = filter;
  const text = plainText(typed);
  if (text === '') return others;
  return UUID.test(text) ? { ...others, memberId: text.toLowerCase() } : { ...others, [by]: text };
}
