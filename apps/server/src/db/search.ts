import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition: whether names in a column of `house.search_names` contain the typed text, in any spelling. Normalizes
 * the typed text once instead of for each row, so a list of thousands takes milliseconds.
 */
export function hasName(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  return sql<boolean>`(strpos(${column}, (select house.search_base(${typed}))) > 0
    or strpos(${column}, (select house.search_form(${typed}))) > 0)`;
}
