import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Figures } from '../../api/money/figures.ts';
import { RowsLink } from '../../features/figures/rows-link.tsx';
import { SmallTable } from '../../features/figures/small-table.tsx';
import { useCount } from '../../features/format/use-count.ts';
import { useTableMoney } from '../../features/format/use-money.ts';
import { usePercent } from '../../features/format/use-percent.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useUtcTime } from '../../features/format/use-utc-time.ts';
import { useText } from '../../features/language/use-text.ts';
import { listAt } from '../../features/pages/page-paths.ts';

type Moment = NonNullable<Figures['moments']>[number];

interface Row {
  key: string;
  label: string;
  of: (moment: Moment) => string;
  write: (figure: string) => string;
  rowsOf: (day: string) => string;
}

/** Today beside yesterday and last week, each up to the same time of day. */
export function TodayPart({ moments }: { moments: readonly Moment[] }) {
  const t = useText();
  const { shortDay } = useTimes();
  const utc = useUtcTime();
  const rows = useRows();
  const [today, yesterday, lastWeek] = moments;
  if (!today || !yesterday || !lastWeek) return null;
  const titles = [t('figures.today.today'), t('figures.today.yesterday'), t('figures.today.lastWeek')];
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t('figures.today.until', { time: utc(today.untilMs) })}
      </Typography>
      <SmallTable<Row>
        title={t('figures.today.title')}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { key: 'figure', label: t('figures.today.figure'), cell: ({ label }) => label },
          ...moments.map((moment, index) => ({
            key: moment.day,
            label: `${titles[index]}, ${shortDay(moment.day)}`,
            cell: (row: Row) => <Cell row={row} moment={moment} today={index === 0 ? null : today} />,
          })),
        ]}
      />
    </>
  );
}

function useRows(): Row[] {
  const t = useText();
  const money = useTableMoney();
  const whole = useCount();
  const count = (figure: string) => whole(Number(figure));
  const draws = (day: string) => listAt('day-draws', { day });
  const ended = (list: string, state: string) => (day: string) => listAt(list, { state, endedFrom: day, endedTo: day });
  return [
    {
      ...{ key: 'staked', label: t('dashboard.amount.stakes'), write: money, rowsOf: draws },
      of: ({ stakedMinor }) => stakedMinor,
    },
    { ...{ key: 'won', label: t('figures.returns'), write: money, rowsOf: draws }, of: ({ wonMinor }) => wonMinor },
    {
      ...{ key: 'kept', label: t('figures.kept'), write: money, rowsOf: draws },
      of: ({ stakedMinor, wonMinor }) => String(BigInt(stakedMinor) - BigInt(wonMinor)),
    },
    { ...{ key: 'slips', label: t('dashboard.slips'), write: count, rowsOf: draws }, of: ({ slips }) => String(slips) },
    {
      ...{ key: 'in', label: t('dashboard.amount.in'), write: money, rowsOf: ended('payments', 'credited') },
      of: ({ in: { amountMinor } }) => amountMinor,
    },
    {
      ...{ key: 'out', label: t('dashboard.amount.out'), write: money, rowsOf: ended('withdrawals', 'paid') },
      of: ({ out: { amountMinor } }) => amountMinor,
    },
  ];
}

/** A figure, and for an earlier day how far today is from it. */
function Cell({ row, moment, today }: { row: Row; moment: Moment; today: Moment | null }) {
  const { day } = useTimes();
  const figure = row.of(moment);
  const text = row.write(figure);
  return (
    <>
      <RowsLink to={row.rowsOf(moment.day)} about={`${row.label}, ${day(moment.day)}: ${text}`}>
        {text}
      </RowsLink>
      {today === null ? null : <Change from={Number(figure)} to={Number(row.of(today))} />}
    </>
  );
}

function Change({ from, to }: { from: number; to: number }): ReactNode {
  const t = useText();
  const percent = usePercent();
  if (from <= 0) return null;
  const share = to / from - 1;
  const sign = share > 0 ? '+' : '';
  return (
    <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
      {t('figures.today.change', { percent: `${sign}${percent(share)}` })}
    </Box>
  );
}
