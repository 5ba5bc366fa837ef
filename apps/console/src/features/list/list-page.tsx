import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { type ReactNode, useRef } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../language/use-text.ts';
import { Failed } from '../problems/failed.tsx';
import { ListContext, useListContext } from './list-context.ts';
import { EmptyList, LoadingList } from './list-states.tsx';
import { Pager } from './pager.tsx';
import { type Column, Rows } from './rows.tsx';
import { useList } from './use-list.ts';

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
  defaultFilter?: Record<string, string>;
}

const FILTER = 'input:not([aria-hidden]), [role="combobox"], [role="button"], button';

/** A list with its four states. Filter and page are kept in the URL. */
export function ListPage<T extends object>(props: ListPageProps<T>) {
  return (
    <ListContext value={useList(props.defaultFilter)}>
      <ListView {...props} />
    </ListContext>
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

/** True with the default filter. With any other, "nothing waits" may be wrong. */
function isQueue(
  filter: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, string>> | undefined,
): boolean {
  if (own === undefined) return true;
  return [...new Set([...Object.keys(filter), ...Object.keys(own)])].every((name) => filter[name] === own[name]);
}
