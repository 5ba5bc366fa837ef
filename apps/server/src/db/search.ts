import { type RawBuilder, sql } from 'kysely';

/**
 * Whether names in a column of `house.search_names` have what was typed in them, in any spelling. The typed text is
 * brought into its forms once, not for each row: a list of some thousands is then read in milliseconds.
 */
export function hasName(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  return sql<boolean>`(strpos(${column}, (select house.search_base(${typed}))) > 0
    or strpos(${column}, (select house.search_form(${typed}))) > 0)`;
}
