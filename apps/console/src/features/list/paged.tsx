import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CursorPage } from '../../api/shared/keyset.ts';
import { useText } from '../language/use-text.ts';
import { Failed } from '../problems/failed.tsx';
import { EmptyList, LoadingList } from './list-states.tsx';
import { PageSteps } from './page-steps.tsx';

interface PagedProps<T> {
  /** Query key, such as `['statement', memberId]`. */
  name: readonly string[];
  read: (ask: { limit: number; cursor?: string | undefined; signal: AbortSignal }) => Promise<CursorPage<T>>;
  empty: string;
  children: (items: T[], total: number) => ReactNode;
}

const PER_PAGE = 20;

/** A list inside a page, with its four states. Its position is not kept. */
export function Paged<T>({ name, read, empty, children }: PagedProps<T>) {
  const t = useText();
  /** Start cursors of the visited pages, including the current one. */
  const [begins, setBegins] = useState<(string | undefined)[]>([undefined]);
  const cursor = begins.at(-1);
  const { data, error, refetch } = useQuery({
    queryKey: [...name, 'page', cursor ?? ''],
    queryFn: ({ signal }) => read({ limit: PER_PAGE, cursor, signal }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingList columns={4} />;
  if (data.items.length === 0 && begins.length === 1) return <EmptyList text={empty} />;
  const { nextCursor } = data;
  return (
    <Stack spacing={1.5} aria-label={t('list.total', { count: data.total })}>
      {children(data.items, data.total)}
      <PageSteps
        page={begins.length}
        onPrevious={begins.length > 1 ? () => setBegins(begins.slice(0, -1)) : undefined}
        onNext={nextCursor === null ? undefined : () => setBegins([...begins, nextCursor])}
      />
    </Stack>
  );
}
