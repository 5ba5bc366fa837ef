import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { type ReactNode, useRef } from 'react';
import { ListBase, useListContext } from 'react-admin';
import { PageHead } from '../../ui/page-head.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../language/use-text.ts';
import { Failed } from '../problems/failed.tsx';
import { EmptyList, LoadingList } from './list-states.tsx';
import { Pager } from './pager.tsx';
import { type Column, Rows } from './rows.tsx';

export interface ListPageProps<T> {
  title: string;
  about?: ReactNode;
  columns: readonly Column<T>[];
  /** Where a row leads; without it rows lead nowhere. */
  linkOf?: (row: T) => string;
  /** What a row is called, for who cannot see the table. */
  nameOf: (row: T) => string;
  empty: string;
  /** Fields that narrow the list; they write into its address. */
  filters?: ReactNode;
  defaultFilter?: Record<string, string>;
}

const PER_PAGE = 25;
const FILTER = 'input:not([aria-hidden]), [role="combobox"], [role="button"], button';
/** What went wrong is shown in the place of the list; a passing notice would say it twice. */
const QUIET = { onError() {}, refetchOnWindowFocus: true };

/** A list with its four states. What narrows it and the page it is on stand in its address. */
export function ListPage<T extends object>(props: ListPageProps<T>) {
  const { defaultFilter } = props;
  return (
    <ListBase
      perPage={PER_PAGE}
      storeKey={false}
      queryOptions={QUIET}
      {...(defaultFilter ? { filterDefaultValues: defaultFilter } : {})}
    >
      <ListView {...props} />
    </ListBase>
  );
}

function ListView<T extends object>(props: ListPageProps<T>) {
  const { title, about, columns, linkOf, nameOf, empty, filters, defaultFilter } = props;
  const t = useText();
  const narrowing = useRef<HTMLDivElement>(null);
  const toFilters = () => narrowing.current?.querySelector<HTMLElement>(FILTER)?.focus();
  useKeys(filters === undefined ? [] : [{ key: 'f', does: 'keys.filters', act: toFilters }]);
  const { data, error, isPending, total, refetch, filterValues } = useListContext();
  const rows = data as unknown as readonly (T & { key: string })[] | undefined;
  const count = total === undefined || error ? undefined : t('list.total', { count: total });
  return (
    <Stack spacing={2}>
      <PageHead title={title} about={about ?? count}>
        {filters === undefined ? null : (
          <Box ref={narrowing} sx={{ display: 'contents' }}>
            {filters}
          </Box>
        )}
      </PageHead>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : isPending || rows === undefined ? (
        <LoadingList columns={columns.length} />
      ) : rows.length === 0 ? (
        <EmptyList text={isQueue(filterValues, defaultFilter) ? empty : t('list.emptyNarrowed')} />
      ) : (
        <>
          <Rows title={title} columns={columns} rows={rows} linkOf={linkOf} nameOf={nameOf} />
          <Pager />
        </>
      )}
    </Stack>
  );
}

/** Whether the list is narrowed as it is by itself; where its reader has chosen, "nothing waits" may be untrue. */
function isQueue(
  filter: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, string>> | undefined,
): boolean {
  if (own === undefined) return true;
  return [...new Set([...Object.keys(filter), ...Object.keys(own)])].every((name) => filter[name] === own[name]);
}
