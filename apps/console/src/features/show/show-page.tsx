import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider, useResourceContext } from 'react-admin';
import { useParams } from 'react-router';
import { useText } from '../language/use-text.ts';
import { BackLink } from '../pages/back-link.tsx';
import { Failed } from '../problems/failed.tsx';

/**
 * One item, with its states loading, failed and ready. Queried separately, because the list's rows, which react-admin
 * would show meanwhile, are incomplete.
 */
export function ShowPage<T extends object>({ children }: { children: (thing: T & { key: string }) => ReactNode }) {
  const t = useText();
  const provider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: [resource, 'whole', id],
    queryFn: async ({ signal }) =>
      (await provider.getOne(resource, { id, signal })).data as T & { id: string; key: string },
  });
  if (error) {
    return (
      <Stack spacing={2}>
        <BackLink to={`/${resource}`}>{t('keys.back')}</BackLink>
        <Failed error={error} onRetry={() => void refetch()} />
      </Stack>
    );
  }
  if (data !== undefined) return children(data);
  return (
    <Stack spacing={2} role="status" aria-label={t('state.loading')}>
      <Skeleton animation={false} height={40} width="40%" />
      <Skeleton animation={false} variant="rounded" height={160} />
    </Stack>
  );
}
