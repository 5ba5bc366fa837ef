import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { type ReactNode, useRef } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../language/use-text.ts';
import { usePage } from '../pages/page-context.ts';
import { Failed } from '../problems/failed.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { type Column, chosenColumns } from './columns.ts';
import { ListContext, useListContext } from './list-context.ts';
import { EmptyList, LoadingList } from './list-states.tsx';
import { ListTools } from './list-tools.tsx';
import type { Narrowing } from './narrowing.ts';
import { Pager } from './pager.tsx';
import { Rows, type Selection } from './rows.tsx';
import { SortSelect } from './sort-select.tsx';
import { useList } from './use-list.ts';
import { useSelection } from './use-selection.ts';
import { ViewChips } from './views/view-chips.tsx';

export interface ListPageProps<T> {
  title: string;
  about?: ReactNode;
  columns: readonly Column<T>[];
  /** URL of a row; without it rows are not links. */
  linkOf?: (row: T) => string;
  /** Accessible name of a row. */
  nameOf: (row: T) => string;
  empty: string;
  /** Filter fields; they write to the URL. */
  filters?: ReactNode;
  /** Filters behind the filter button. */
  narrowing?: readonly Narrowing[];
  /** Acts on the selected rows; call `clear` afterwards. Without it, rows cannot be selected. */
  bulk?: (selected: readonly (T & { key: string })[], clear: () => void) => ReactNode;
}

const FILTER = 'input:not([aria-hidden]), [role="combobox"], [role="button"], button';
const NO_NARROWING: readonly Narrowing[] = [];

/** A list with its four states. Filter, sorting and page are kept in the URL. */
export function ListPage<T extends object>(props: ListPageProps<T>) {
  return (
    <ListContext value={useList()}>
      <ListView {...props} />
    </ListContext>
  );
}

function ListView<T extends object>(props: ListPageProps<T>) {
  const { title, about, filters, narrowing = NO_NARROWING, bulk } = props;
  const t = useText();
  const filterPlace = useRef<HTMLDivElement>(null);
  const toFilters = () => filterPlace.current?.querySelector<HTMLElement>(FILTER)?.focus();
  useKeys(filters === undefined ? [] : [{ key: 'f', does: 'keys.filters', act: toFilters }]);
  const { data, error, total } = useListContext();
  const rows = data as unknown as readonly (T & { key: string })[] | undefined;
  const { selected, selection, clear } = useSelection(rows);
  const count = total === undefined || error ? undefined : t('list.total', { count: total });
  return (
    <Stack spacing={2}>
      <PageHead title={title} about={about ?? count}>
        <Box ref={filterPlace} sx={{ display: 'contents' }}>
          {filters}
          <ListTools columns={props.columns} narrowing={narrowing} />
        </Box>
      </PageHead>
      <ViewChips />
      <ActiveFilters narrowing={narrowing} />
      {bulk === undefined || selected.length === 0 ? null : bulk(selected, clear)}
      <ListBody {...props} selection={bulk === undefined ? undefined : selection} />
    </Stack>
  );
}

/** The rows, or why there are none. */
function ListBody<T extends object>(props: ListPageProps<T> & { selection: Selection | undefined }) {
  const { title, columns, linkOf, nameOf, empty, selection } = props;
  const { defaultFilter } = usePage();
  const t = useText();
  const { data, error, isPending, refetch, filterValues, sort, setSort, columns: chosen } = useListContext();
  const rows = data as unknown as readonly (T & { key: string })[] | undefined;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending || rows === undefined) return <LoadingList columns={columns.length} />;
  if (rows.length === 0) {
    return <EmptyList text={isQueue(filterValues, defaultFilter) ? empty : t('list.emptyNarrowed')} />;
  }
  return (
    <>
      <SortSelect columns={columns} sorting={{ sort, setSort }} />
      <Rows
        title={title}
        columns={chosenColumns(columns, chosen)}
        rows={rows}
        linkOf={linkOf}
        nameOf={nameOf}
        sorting={{ sort, setSort }}
        selection={selection}
      />
      <Pager />
    </>
  );
}

/** True with the default filter. With any other, "nothing waits" may be wrong. */
function isQueue(
  filter: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, string>> | undefined,
): boolean {
  if (own === undefined) return true;
  return [...new Set([...Object.keys(filter), ...Object.keys(own)])].every((name) => filter[name] === own[name]);
}
