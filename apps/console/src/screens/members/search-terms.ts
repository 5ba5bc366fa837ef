import { plainText } from '@tercet/contract/words.ts';

/** By what members are looked for; an id is known by its form. */
export const SEARCHES = ['userName', 'realName'] as const;
export type Search = (typeof SEARCHES)[number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A filter with what was typed in the place of what was looked for before. */
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
