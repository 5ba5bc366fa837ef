import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TOKENS } from '../../ui/theme.ts';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';
import { useSeen } from './use-seen.ts';

/** Load the chart library only once a chart comes into view. */
const DayChart = lazy(() => import('../../ui/day-chart.tsx').then(({ DayChart }) => ({ default: DayChart })));
const CHART_PX = 168;

interface ChartProps<Day extends { day: string }> {
  title: string;
  days: readonly Day[];
  series: readonly { name: string; of: (day: Day) => string }[];
  write: (value: number) => string;
}

/** Chart of one or two series by day. Hidden from screen readers: put a table with the same data beside it. */
export function Chart<Day extends { day: string }>({ title, days, series, write }: ChartProps<Day>) {
  const t = useText();
  const { shortDay } = useTimes();
  const { palette } = useTheme();
  const [first, second] = series;
  // The chart may round; the table is exact.
  const points = days.map((day) => ({
    label: shortDay(day.day),
    first: Number(first?.of(day) ?? 0),
    ...(second ? { second: Number(second.of(day)) } : {}),
  }));
  const { ref, isSeen } = useSeen();
  const highest = Math.max(0, ...points.flatMap((point) => [point.first, point.second ?? 0]));
  return (
    <Box ref={ref} component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Typography component="figcaption" variant="subtitle2">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {highest === 0 ? t('dashboard.chart.nothing') : t('dashboard.chart.highest', { value: write(highest) })}
      </Typography>
      {highest === 0 ? null : (
        <Box aria-hidden="true" sx={{ height: CHART_PX }}>
          <Suspense fallback={<Skeleton height={CHART_PX} />}>
            {isSeen ? (
              <DayChart
                points={points}
                names={series.map(({ name }) => name)}
                write={write}
                colours={TOKENS[palette.mode]}
                height={CHART_PX}
              />
            ) : null}
          </Suspense>
        </Box>
      )}
    </Box>
  );
}
