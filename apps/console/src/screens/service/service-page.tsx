import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { readSettings } from '../../api/house/settings.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ServiceForm } from './service-form.tsx';

/** Service settings: open or closed, hours, external support page, and help with payments. */
export function ServicePage() {
  const t = useText();
  const times = useTimes();
  const { data: house } = useHouse();
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => readSettings(signal),
  });
  const set = data?.service;
  return (
    <Stack spacing={2}>
      <PageHead
        title={t('service.title')}
        about={set ? t('service.version', { version: set.version, at: times.minute(set.atMs) }) : t('service.about')}
      />
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined || house === undefined ? (
        <Stack role="status" aria-label={t('state.loading')}>
          <Skeleton height={320} />
        </Stack>
      ) : (
        <ServiceForm key={data.service?.version ?? 0} service={data.service} hours={house.supportHours} />
      )}
    </Stack>
  );
}
