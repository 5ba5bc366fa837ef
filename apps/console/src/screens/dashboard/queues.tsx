import Typography from '@mui/material/Typography';
import type { Queue } from '../../api/money/figures.ts';
import { MINUTE_MS } from '../../durations.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { rowsAt } from '../../features/pages/page-paths.ts';
import { Figure, Figures } from '../../ui/figure.tsx';

/** Work queues: size, age of the oldest item, and next deadline. */
export function Queues({ items, nowMs }: { items: readonly Queue[]; nowMs: number }) {
  const t = useText();
  const ageOf = useAge(nowMs);
  if (items.length === 0) return <Typography color="textSecondary">{t('dashboard.noQueues')}</Typography>;
  return (
    <Figures>
      {items.map((one) => (
        <Figure
          key={one.queue}
          label={t(`dashboard.queue.${one.queue}`)}
          value={String(one.count)}
          note={ageOf(one)}
          to={rowsAt(one.path)}
        />
      ))}
    </Figures>
  );
}

function useAge(nowMs: number) {
  const t = useText();
  const times = useTimes();
  return ({ count, oldestAtMs, dueAtMs }: Queue) => {
    if (count === 0) return t('dashboard.queueEmpty');
    if (oldestAtMs === null) return undefined;
    const isNew = nowMs - oldestAtMs < MINUTE_MS;
    const oldest = isNew ? t('dashboard.justNow') : t('dashboard.oldest', { age: times.distance(oldestAtMs, nowMs) });
    if (dueAtMs === null) return oldest;
    if (dueAtMs <= nowMs) return `${oldest} · ${t('dashboard.overdue')}`;
    return `${oldest} · ${t('dashboard.due', { due: times.distance(dueAtMs, nowMs) })}`;
  };
}
