import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition: whether names in a column of `house.search_names` contain the typed text, in any spelling: its words
 * in any order, or all of it without spaces and punctuation. Normalizes the typed text once instead of for each row,
 * so a list of thousands takes milliseconds.
 */
export function hasName(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  return sql<boolean>`(strpos(${column}, (select house.search_base(${typed}))) > 0
    or coalesce(strpos(${column}, (select nullif(house.search_joined(${typed}), ''))) > 0, false)
    or coalesce((select bool_and(strpos(${column}, word) > 0)
      from unnest((select house.search_words(${typed}))) as word), false))`;
}
