import type { ReactNode } from 'react';

export interface Column<T> {
  key: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** Right-aligned, for amounts. */
  atEnd?: boolean;
  /** In pixels; keeps dates and short texts from wrapping. */
  widthMin?: number;
  /** Name of the server's sorting by this column; without one it cannot be sorted. */
  sort?: string;
}

/** Sorting of a list, by the server's names; null: the usual order. */
export interface ListSorting {
  sort: string | null;
  setSort: (sort: string | null) => void;
}

/** The columns that the reader sees. The first one, which names the row, always stays. */
export function chosenColumns<T>(columns: readonly Column<T>[], chosen: readonly string[] | null): Column<T>[] {
  return columns.filter(({ key }, index) => index === 0 || key === 'acts' || chosen === null || chosen.includes(key));
}

/** All sortings of a list, each column up and down, by the server's names. */
export function sortsOf(columns: readonly Pick<Column<never>, 'label' | 'sort'>[]) {
  return columns.flatMap(({ label, sort }) =>
    sort === undefined
      ? []
      : [
          { sort, label, isDown: false },
          { sort: `-${sort}`, label, isDown: true },
        ],
  );
}

/** The next sorting after a press on a column's head: ascending, descending, then the usual order. */
export function nextSort(sort: string, current: string | null): string | null {
  if (current === sort) return `-${sort}`;
  return current === `-${sort}` ? null : sort;
}
