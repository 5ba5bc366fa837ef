import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Dashboard } from '../../api/money/figures.ts';
import { RowsLink } from '../../features/figures/rows-link.tsx';
import { type SmallColumn, SmallTable } from '../../features/figures/small-table.tsx';
import { useTableMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { listAt } from '../../features/pages/page-paths.ts';

type Day = NonNullable<Dashboard['series']>[number];

/** The data of the charts, newest day first. Each figure links to its rows. */
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

function useColumns(): SmallColumn<Day>[] {
  const t = useText();
  const money = useTableMoney();
  const { day: written, shortDay } = useTimes();
  const count = (figure: string) => figure;
  const column = (figure: DayFigure) => {
    const { key, label, of, write, rowsOf } = figure;
    const cell = (day: Day) => {
      const text = write(of(day));
      // A zero has no rows to link to.
      if (of(day) === '0') return <Nothing>{text}</Nothing>;
      return (
        <RowsLink to={rowsOf(day.day)} about={`${written(day.day)}, ${label}: ${text}`}>
          {text}
        </RowsLink>
      );
    };
    return { key, label, cell };
  };
  const draws = (day: string) => listAt('day-draws', { day });
  const ended = (list: string, state: string) => (day: string) => listAt(list, { state, endedFrom: day, endedTo: day });
  const joined = (day: string) => listAt('members', { joinedFrom: day, joinedTo: day });
  const amount = (name: 'stakes' | 'wins' | 'in' | 'out', of: (day: Day) => string, rowsOf: (day: string) => string) =>
    column({ key: name, label: t(`dashboard.amount.${name}`), of, write: money, rowsOf });
  return [
    { key: 'day', label: t('dashboard.day'), cell: ({ day }) => shortDay(day) },
    column({
      ...{ key: 'joined', label: t('dashboard.joined'), write: count, rowsOf: joined },
      of: (day) => String(day.joined),
    }),
    column({
      ...{ key: 'draws', label: t('dashboard.draws'), write: count, rowsOf: draws },
      of: (day) => String(day.draws),
    }),
    column({
      ...{ key: 'slips', label: t('dashboard.slips'), write: count, rowsOf: draws },
      of: ({ slips }) => String(slips),
    }),
    amount('stakes', ({ stakedMinor }) => stakedMinor, draws),
    amount('wins', ({ wonMinor }) => wonMinor, draws),
    amount('in', ({ inMinor }) => inMinor, ended('payments', 'credited')),
    amount('out', ({ outMinor }) => outMinor, ended('withdrawals', 'paid')),
  ];
}

interface DayFigure {
  key: string;
  label: string;
  /** The figure of a day, as digits. */
  of: (day: Day) => string;
  write: (figure: string) => string;
  rowsOf: (day: string) => string;
}

function Nothing({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}
    </Box>
  );
}
