import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Dashboard } from '../../api/money/figures.ts';
import { useTableMoney } from '../format/use-money.ts';
import { useText } from '../language/use-text.ts';
import { rowsAt } from '../pages/page-paths.ts';
import { RowsLink } from './rows-link.tsx';
import { SmallTable } from './small-table.tsx';

type Item = NonNullable<Dashboard['exposure']>[number];

/** Largest possible loss in each open period, beside the house's limit. */
export function Exposure({ items }: { items: readonly Item[] }) {
  const t = useText();
  const money = useTableMoney();
  if (items.length === 0) return <Typography color="textSecondary">{t('dashboard.noTables')}</Typography>;
  return (
    <SmallTable<Item>
      title={t('dashboard.exposure')}
      rows={items}
      keyOf={({ lotteryKey }) => lotteryKey}
      columns={[
        {
          key: 'lottery',
          label: t('dashboard.openPeriod'),
          cell: ({ lotteryKey, period, path }) => <RowsLink to={rowsAt(path)}>{`${lotteryKey}/${period}`}</RowsLink>,
        },
        {
          key: 'risk',
          label: t('dashboard.atRisk'),
          cell: ({ atRiskMinor, lotteryKey, path }) => (
            <RowsLink to={rowsAt(path)} about={`${lotteryKey}, ${t('dashboard.atRisk')}: ${money(atRiskMinor)}`}>
              {money(atRiskMinor)}
            </RowsLink>
          ),
        },
        { key: 'cap', label: t('dashboard.cap'), cell: ({ capMinor }) => money(capMinor) },
        { key: 'share', label: t('dashboard.share'), cell: (item) => <Share item={item} /> },
      ]}
    />
  );
}

function Share({ item: { atRiskMinor, capMinor, lotteryKey } }: { item: Item }) {
  const t = useText();
  const percent = percentOf(BigInt(atRiskMinor), BigInt(capMinor));
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={`${lotteryKey}, ${t('dashboard.share')}`}
        sx={{ width: 80, height: 6, borderRadius: 3, bgcolor: 'action.selected' }}
      />
      <Box component="span" sx={{ minWidth: '4.5ch' }}>
        {percent > 0 && percent < 1 ? '< 1 %' : `${Math.trunc(percent)} %`}
      </Box>
    </Box>
  );
}

/** In percent, rounded up to a hundredth, so that a small share does not become zero. */
function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  return Math.min(100, Number((part * 10_000n + whole - 1n) / whole) / 100);
}
