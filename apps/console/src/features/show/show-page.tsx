import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Problem } from '../../api/shared/problem.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useText } from '../language/use-text.ts';
import { BackLink } from '../pages/back-link.tsx';
import { usePage } from '../pages/page-context.ts';
import { Failed } from '../problems/failed.tsx';

/** One item, with its states loading, failed and ready. */
export function ShowPage<T extends object>({ children }: { children: (thing: T & { key: string }) => ReactNode }) {
  const t = useText();
  const { name, api } = usePage();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: [name, 'whole', id],
    queryFn: async ({ signal }) => {
      const { one } = await api();
      if (one === undefined) throw new Problem('method-not-allowed', 405);
      return { ...((await one(id, signal)) as T), key: id };
    },
  });
  if (error) {
    return (
      <Stack spacing={2}>
        <BackLink to={`/${name}`}>{t('keys.back')}</BackLink>
        <Failed error={error} onRetry={() => void refetch()} />
      </Stack>
    );
  }
  if (data !== undefined) return children(data);
  return (
    <Stack spacing={2} role="status" aria-label={t('state.loading')}>
      <Skeleton height={40} width="40%" />
      <Skeleton height={160} />
    </Stack>
  );
}
