import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readSettings, type Settings } from '../../api/house/settings.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Loads the house's settings before it renders its children. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => readSettings(signal),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data !== undefined) return children(data);
  return (
    <Stack role="status" aria-label={t('state.loading')}>
      <Skeleton height={240} />
    </Stack>
  );
}
