import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Dashboard } from '../../api/figures.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { listAt } from '../../features/pages/rows-at.ts';
import { RowsLink } from './rows-link.tsx';
import { SmallTable } from './small-table.tsx';

type Day = NonNullable<Dashboard['series']>[number];

/** What the charts are drawn from, the newest day first; each figure leads to the rows of its day. */
export function MonthTable({ days }: { days: readonly Day[] }) {
  const t = useText();
  return (
    <Box component="details">
      <Typography component="summary" sx={{ cursor: 'pointer', fontWeight: 600, width: 'fit-content' }}>
        {t('dashboard.chart.table')}
      </Typography>
      <Box sx={{ mt: 1 }}>
        <SmallTable<Day>
          title={t('dashboard.month')}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={useColumns()}
        />
      </Box>
    </Box>
  );
}

function useColumns() {
  const t = useText();
  const money = useMoney();
  const { day: written, shortDay } = useTimes();
  const column = (key: string, label: string, figureOf: (day: Day) => string, rowsOf: (day: string) => string) => ({
    key,
    label,
    cell: (of: Day) => (
      <RowsLink to={rowsOf(of.day)} about={`${written(of.day)}, ${label}: ${figureOf(of)}`}>
        {figureOf(of)}
      </RowsLink>
    ),
  });
  const draws = (day: string) => listAt('day-draws', { day });
  const ended = (list: string, state: string) => (day: string) => listAt(list, { state, endedFrom: day, endedTo: day });
  return [
    { key: 'day', label: t('dashboard.day'), cell: ({ day }: Day) => shortDay(day) },
    column(
      'joined',
      t('dashboard.joined'),
      ({ joined }) => String(joined),
      (day) => listAt('members', { joinedFrom: day, joinedTo: day }),
    ),
    column('draws', t('dashboard.draws'), (day) => String(day.draws), draws),
    column('slips', t('dashboard.slips'), ({ slips }) => String(slips), draws),
    column('stakes', t('dashboard.amount.stakes'), ({ stakedMinor }) => money(stakedMinor), draws),
    column('wins', t('dashboard.amount.wins'), ({ wonMinor }) => money(wonMinor), draws),
    column('in', t('dashboard.amount.in'), ({ inMinor }) => money(inMinor), ended('payments', 'credited')),
    column('out', t('dashboard.amount.out'), ({ outMinor }) => money(outMinor), ended('withdrawals', 'paid')),
  ];
}
