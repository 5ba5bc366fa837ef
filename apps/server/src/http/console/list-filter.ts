import { z } from 'zod';
import { type SortBy, sortNames } from '../../db/keyset.ts';

/** Query parameter that sorts a list by one of its columns. */
export function sortQuery<Name extends string>(columns: Readonly<Record<Name, unknown>>) {
  return z
    .enum(sortNames(columns) as [SortBy<Name>, ...SortBy<Name>[]])
    .optional()
    .describe('Column; descending with a leading minus');
}

/** The filter without empty values. */
export function given<T extends Record<string, unknown>>(requested: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/** The filter for the audit log. Typed search texts are replaced by true; the log names the members found. */
export function logged<T extends Record<string, unknown>>(filter: T): Record<string, unknown> {
  const typed = new Set(['userName', 'realName', 'search', 'minMinor', 'maxMinor']);
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, typed.has(name) ? true : value]));
}
