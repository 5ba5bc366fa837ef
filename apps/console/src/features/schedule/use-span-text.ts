import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';
import type { Times } from './stage.ts';

/** Formats start and end of a visibility period. */
export function useSpanText(): (times: Pick<Times, 'fromMs' | 'untilMs'>) => string {
  const t = useText();
  const { minute } = useTimes();
  return ({ fromMs, untilMs }) => {
    if (fromMs === null && untilMs === null) return t('schedule.always');
    if (untilMs === null) return t('schedule.from', { from: minute(fromMs ?? 0) });
    if (fromMs === null) return t('schedule.until', { until: minute(untilMs) });
    return `${minute(fromMs)} – ${minute(untilMs)}`;
  };
}
