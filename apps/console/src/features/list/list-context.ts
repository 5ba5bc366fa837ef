import { createContext, useContext } from 'react';
import type { ListViews } from './views/use-views.ts';

/** A list and its position, for its filters and buttons. */
export interface List<Row extends { key: string } = { key: string }> {
  /** Undefined until the first answer. Kept while another page or filter loads. */
  data: readonly Row[] | undefined;
  total: number | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => Promise<unknown>;
  filterValues: Readonly<Record<string, string>>;
  /** Narrows the list and returns to its first page. */
  setFilters: (filter: Readonly<Record<string, unknown>>) => void;
  /** Filter and sorting as the server takes them. */
  requested: Readonly<Record<string, string>>;
  /** Name of a sorting, descending with a leading minus; null: the usual order. */
  sort: string | null;
  setSort: (sort: string | null) => void;
  /** Keys of the shown columns; null: all. */
  columns: readonly string[] | null;
  setColumns: (columns: readonly string[] | null) => void;
  views: ListViews;
  page: number;
  setPage: (page: number) => void;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

export const ListContext = createContext<List | null>(null);

/** The surrounding list, whose rows have the fields of `Row`. Throws outside of one. */
export function useListContext<Row extends { key: string } = { key: string }>(): List<Row> {
  const list = useContext(ListContext);
  if (list === null) throw new Error('useListContext: there is no list around this component');
  return list as List<Row>;
}
