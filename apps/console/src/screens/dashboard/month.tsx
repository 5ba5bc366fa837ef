import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Dashboard } from '../../api/money/figures.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { TOKENS } from '../../ui/theme.ts';
import { MonthTable } from './month-table.tsx';

type Day = NonNullable<Dashboard['series']>[number];

/** Load the chart library only once a chart comes into view. */
const DayChart = lazy(() => import('../../ui/day-chart.tsx').then(({ DayChart }) => ({ default: DayChart })));
const CHART_PX = 168;

/** Charts and table of the last thirty days. */
export function Month({ days }: { days: readonly Day[] }) {
  const t = useText();
  const money = useMoney();
  const count = (value: number) => String(value);
  const amount = (value: number) => money(String(value));
  return (
    <Stack spacing={2.5}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))' }}>
        <Chart
          title={t('dashboard.chart.play')}
          days={days}
          series={[
            { name: t('dashboard.amount.stakes'), of: ({ stakedMinor }) => stakedMinor },
            { name: t('dashboard.amount.wins'), of: ({ wonMinor }) => wonMinor },
          ]}
          write={amount}
        />
        <Chart
          title={t('dashboard.chart.money')}
          days={days}
          series={[
            { name: t('dashboard.amount.in'), of: ({ inMinor }) => inMinor },
            { name: t('dashboard.amount.out'), of: ({ outMinor }) => outMinor },
          ]}
          write={amount}
        />
        <Chart
          title={t('dashboard.chart.members')}
          days={days}
          series={[{ name: t('dashboard.joined'), of: ({ joined }) => String(joined) }]}
          write={count}
        />
      </Box>
      <MonthTable days={days} />
    </Stack>
  );
}

interface ChartProps {
  title: string;
  days: readonly Day[];
  series: readonly { name: string; of: (day: Day) => string }[];
  write: (value: number) => string;
}

function Chart({ title, days, series, write }: ChartProps) {
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
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Typography component="figcaption" variant="subtitle2">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {highest === 0 ? t('dashboard.chart.nothing') : t('dashboard.chart.highest', { value: write(highest) })}
      </Typography>
      <Box ref={ref} aria-hidden="true" sx={{ height: CHART_PX }}>
        <Suspense fallback={<Skeleton animation={false} variant="rounded" height={CHART_PX} />}>
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
    </Box>
  );
}

/** True from the moment on at which the element is in view. */
function useSeen() {
  const ref = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    if (ref.current !== null) watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return { ref, isSeen };
}
