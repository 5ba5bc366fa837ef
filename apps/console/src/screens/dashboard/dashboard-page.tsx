import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { type Dashboard, readDashboard } from '../../api/money/figures.ts';
import { Part } from '../../features/figures/part.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useQueues } from '../../features/queues/use-queues.ts';
import { useMay } from '../../features/session/store.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Liabilities } from './liabilities.tsx';
import { Queues } from './queues.tsx';
import { Today } from './today.tsx';

/** Below the fold, so not part of the first load. */
const below = () => import('./below-fold.ts');
const Exposure = lazy(async () => ({ default: (await below()).Exposure }));
const Health = lazy(async () => ({ default: (await below()).Health }));
const Month = lazy(async () => ({ default: (await below()).Month }));
const REFRESH_MS = 30_000;
/** Two columns on wide screens; the queues and the month take both. */
const COLUMNS = {
  ...{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start' },
  '@media (min-width: 1400px)': {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > :first-of-type, & > :last-of-type': { gridColumn: '1 / -1' },
  },
};
/** Keeps the old data visible during a refetch. */
const QUIET = { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true, placeholderData: keepPreviousData };

/** Start page: figures of the house, or only the queues for roles that work on queues. */
export function DashboardPage() {
  const may = useMay();
  return may('GET /api/console/dashboard') ? <WholeHouse /> : <QueuesAlone />;
}

function WholeHouse() {
  const figures = useQuery({ queryKey: ['dashboard'], queryFn: ({ signal }) => readDashboard(signal), ...QUIET });
  return (
    <Page {...figures} atMs={figures.data?.atMs}>
      {(data) => <Parts data={data} onRetry={() => void figures.refetch()} />}
    </Page>
  );
}

function Parts({ data, onRetry }: { data: Dashboard; onRetry: () => void }) {
  const t = useText();
  const { today, liabilities, funds, exposure, health, series } = data;
  return (
    <Box sx={COLUMNS}>
      <QueuePart />
      <Part title={t('dashboard.today')} of={today} onRetry={onRetry}>
        {(figures) => <Today figures={figures} />}
      </Part>
      <Part title={t('dashboard.owed')} of={liabilities} onRetry={onRetry}>
        {(owed) => <Liabilities owed={owed} funds={funds} />}
      </Part>
      <Part title={t('dashboard.exposure')} of={exposure} onRetry={onRetry}>
        {(items) => (
          <Suspense fallback={<Skeleton height={120} />}>
            <Exposure items={items} />
          </Suspense>
        )}
      </Part>
      <Part title={t('dashboard.health')} of={health} onRetry={onRetry}>
        {(items) => (
          <Suspense fallback={<Skeleton height={120} />}>
            <Health items={items} />
          </Suspense>
        )}
      </Part>
      <Part title={t('dashboard.month')} of={series} onRetry={onRetry}>
        {(days) => (
          <Suspense fallback={<Skeleton height={280} />}>
            <Month days={days} />
          </Suspense>
        )}
      </Part>
    </Box>
  );
}

function QueuesAlone() {
  const queues = useQueues();
  return (
    <Page {...queues} atMs={queues.data?.atMs}>
      {() => <QueuePart />}
    </Page>
  );
}

/** The queues come by an event stream of their own, so they are newer than the figures. */
function QueuePart() {
  const t = useText();
  const { data, error, refetch } = useQueues();
  if (data === undefined && error === null) return <Box sx={{ height: 120 }} />;
  return (
    <Part title={t('dashboard.queues')} of={data ?? null} onRetry={() => void refetch()}>
      {({ items, atMs }) => <Queues items={items} nowMs={atMs} />}
    </Part>
  );
}

interface PageProps<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
  /** Time of the figures. */
  atMs: number | undefined;
  children: (data: T) => ReactNode;
}

/** Keeps the last data if a refetch fails; the subtitle then says that it is stale. */
function Page<T>({ data, error, refetch, atMs, children }: PageProps<T>) {
  const t = useText();
  const times = useTimes();
  const at = atMs ? times.minute(atMs) : '';
  const about = data === undefined ? t('dashboard.about') : t(error ? 'dashboard.stale' : 'dashboard.at', { at });
  return (
    <Stack spacing={2}>
      <PageHead title={t('dashboard.title')} about={<span role={error ? 'status' : undefined}>{about}</span>} />
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack spacing={2} role="status" aria-label={t('state.loading')}>
          <Skeleton height={120} />
          <Skeleton height={120} />
          <Skeleton height={280} />
        </Stack>
      )}
    </Stack>
  );
}
