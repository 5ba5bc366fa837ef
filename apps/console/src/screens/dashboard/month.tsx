import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Dashboard } from '../../api/money/figures.ts';
import { Chart } from '../../features/figures/chart.tsx';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { MonthTable } from './month-table.tsx';

type Day = NonNullable<Dashboard['series']>[number];

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
