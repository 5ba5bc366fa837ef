import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { readFace } from '../../api/house/face.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FaceForm } from './face-form.tsx';

/** Name, accents and logo of the house, as members see them. */
export function FacePage() {
  const t = useText();
  const times = useTimes();
  const { data, error, refetch } = useQuery({
    queryKey: ['face'],
    queryFn: ({ signal }) => readFace(signal),
  });
  const since = data?.atMs == null ? null : { version: data.version, at: times.minute(data.atMs) };
  return (
    <Stack spacing={2}>
      <PageHead title={t('face.title')} about={since === null ? t('face.about') : t('service.version', since)} />
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Stack role="status" aria-label={t('state.loading')}>
          <Skeleton height={320} />
        </Stack>
      ) : (
        <FaceForm key={data.version} face={data} />
      )}
    </Stack>
  );
}
