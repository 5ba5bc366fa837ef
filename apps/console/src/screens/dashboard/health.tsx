import Typography from '@mui/material/Typography';
import type { Dashboard } from '../../api/money/figures.ts';
import { RowsLink } from '../../features/figures/rows-link.tsx';
import { SmallTable } from '../../features/figures/small-table.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { rowsAt } from '../../features/pages/page-paths.ts';
import { StateChip } from '../../ui/state-chip.tsx';

type Item = NonNullable<Dashboard['health']>[number];

const LAGS = ['seal', 'beacon', 'settle'] as const;

/** Median and maximum delay of the latest draws of each lottery. */
export function Health({ items }: { items: readonly Item[] }) {
  const t = useText();
  const { span } = useTimes();
  if (items.length === 0) return <Typography color="textSecondary">{t('dashboard.noTables')}</Typography>;
  return (
    <SmallTable<Item>
      title={t('dashboard.health')}
      rows={items}
      keyOf={({ lotteryKey }) => lotteryKey}
      columns={[
        {
          key: 'lottery',
          label: t('dashboard.lottery'),
          cell: ({ lotteryKey, path }) => <RowsLink to={rowsAt(path)}>{lotteryKey}</RowsLink>,
        },
        {
          key: 'draws',
          label: t('dashboard.draws'),
          cell: ({ draws, lotteryKey, path }) => (
            <RowsLink to={rowsAt(path)} about={`${lotteryKey}, ${t('dashboard.draws')}: ${draws}`}>
              {draws}
            </RowsLink>
          ),
        },
        ...LAGS.map((name) => ({
          key: name,
          label: t(`dashboard.lag.${name}`),
          cell: ({ [name]: lag, lotteryKey, path }: Item) => {
            if (lag === null) return '–';
            const words = t('dashboard.lagOf', { middle: span(lag.middleMs), slowest: span(lag.slowestMs) });
            return (
              <RowsLink to={rowsAt(path)} about={`${lotteryKey}, ${t(`dashboard.lag.${name}`)}: ${words}`}>
                {words}
              </RowsLink>
            );
          },
        })),
        {
          key: 'voids',
          label: t('dashboard.voids'),
          cell: ({ voids, lotteryKey, path }) => (
            <RowsLink to={rowsAt(path)} about={`${lotteryKey}, ${t('dashboard.voids')}: ${voids}`}>
              {voids === 0 ? '0' : <StateChip tone="bad" label={String(voids)} />}
            </RowsLink>
          ),
        },
      ]}
    />
  );
}
