import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { ShowBase, useShowContext } from 'react-admin';
import { useText } from '../language/use-text.ts';
import { Failed } from '../problems/failed.tsx';

/** What went wrong is shown in the place of the thing, where it can be asked for again. */
const QUIET = { onError() {}, retry: false };

/** One thing with its states: on the way, not to be had, there. */
export function ShowPage<T extends object>({ children }: { children: (record: T & { key: string }) => ReactNode }) {
  return (
    <ShowBase queryOptions={QUIET}>
      <ShowView>{children}</ShowView>
    </ShowBase>
  );
}

function ShowView<T extends object>({ children }: { children: (record: T & { key: string }) => ReactNode }) {
  const t = useText();
  const { record, error, refetch } = useShowContext();
  if (record !== undefined) return children(record as unknown as T & { key: string });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Stack spacing={2} role="status" aria-label={t('state.loading')}>
      <Skeleton animation={false} height={40} width="40%" />
      <Skeleton animation={false} variant="rounded" height={160} />
    </Stack>
  );
}
