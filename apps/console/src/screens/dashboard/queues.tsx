import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Queue } from '../../api/money/figures.ts';
import { MINUTE_MS } from '../../durations.ts';
import { SmallTable } from '../../features/figures/small-table.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { rowsAt } from '../../features/pages/page-paths.ts';
import { countText } from '../../features/queues/queue-counts.ts';
import { useQueueText } from '../../features/queues/use-queue-text.ts';

/** Loads after the figures. */
const QueuesBelow = lazy(async () => ({ default: (await import('./queues-below.tsx')).QueuesBelow }));

/** Work queues: size, age of the oldest item, and next deadline. Empty ones are named below. */
export function Queues({ items, nowMs }: { items: readonly Queue[]; nowMs: number }) {
  const t = useText();
  const { oldest, due } = useAges(nowMs);
  if (items.length === 0) return <Typography color="textSecondary">{t('dashboard.noQueues')}</Typography>;
  const waiting = items.filter(({ count }) => count > 0);
  return (
    <Stack spacing={1.5}>
      {waiting.length === 0 ? (
        <Typography>{t('queues.none')}</Typography>
      ) : (
        <SmallTable<Queue>
          title={t('dashboard.queues')}
          rows={waiting}
          keyOf={({ queue }) => queue}
          columns={[
            {
              key: 'queue',
              label: t('queues.queue'),
              cell: (one) => <QueueLink queue={one} isIndented={waiting.some(({ queue }) => queue === one.partOf)} />,
            },
            { key: 'count', label: t('queues.count'), cell: ({ count }) => <b>{countText(count)}</b> },
            { key: 'oldest', label: t('queues.oldest'), cell: oldest },
            { key: 'due', label: t('queues.due'), cell: due },
          ]}
        />
      )}
      <Suspense fallback={<Box sx={{ height: 134 }} />}>
        <QueuesBelow empty={items.filter(({ count, partOf }) => count === 0 && partOf === null)} />
      </Suspense>
    </Stack>
  );
}

/** Part of a shown queue is indented below it. */
function QueueLink({ queue, isIndented }: { queue: Queue; isIndented: boolean }) {
  const t = useText();
  const textOf = useQueueText();
  return (
    <Link
      component={RouterLink}
      to={rowsAt(queue.path)}
      aria-label={textOf(queue)}
      underline="hover"
      sx={isIndented ? { pl: 3, fontWeight: 400 } : {}}
    >
      {t(`dashboard.queue.${queue.queue}`)}
    </Link>
  );
}

function useAges(nowMs: number) {
  const t = useText();
  const times = useTimes();
  return {
    oldest({ oldestAtMs }: Queue) {
      if (oldestAtMs === null) return '–';
      return nowMs - oldestAtMs < MINUTE_MS ? t('queues.justNow') : times.distance(oldestAtMs, nowMs);
    },
    due({ dueAtMs }: Queue) {
      if (dueAtMs === null) return '–';
      return dueAtMs <= nowMs ? t('dashboard.overdue') : t('dashboard.due', { due: times.distance(dueAtMs, nowMs) });
    },
  };
}
