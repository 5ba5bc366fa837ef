import { type Column, type ListSorting, nextSort } from './columns.ts';

interface SortHeadProps<T> {
  column: Column<T>;
  sorting: ListSorting | undefined;
}

/** Head of a column; a button if the column can be sorted. */
export function SortHead<T>({ column: { label, atEnd, sort }, sorting }: SortHeadProps<T>) {
  const className = atEnd ? 'end' : undefined;
  if (sort === undefined || sorting === undefined) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const isUp = sorting.sort === sort;
  const isDown = sorting.sort === `-${sort}`;
  return (
    <th scope="col" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button type="button" onClick={() => sorting.setSort(nextSort(sort, sorting.sort))}>
        {label}
        <span aria-hidden className={isUp || isDown ? 'on' : undefined}>
          {isDown ? '↓' : '↑'}
        </span>
      </button>
    </th>
  );
}
