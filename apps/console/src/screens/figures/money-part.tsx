import Stack from '@mui/material/Stack';
import type { Figures as FiguresAnswer } from '../../api/money/figures.ts';
import { Chart } from '../../features/figures/chart.tsx';
import { DataTable } from '../../features/figures/data-table.tsx';
import { RowsLink } from '../../features/figures/rows-link.tsx';
import type { SmallColumn } from '../../features/figures/small-table.tsx';
import { useAnchor } from '../../features/figures/use-anchor.ts';
import { useCount } from '../../features/format/use-count.ts';
import { useMoney, useTableMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { listAt } from '../../features/pages/page-paths.ts';
import { AMOUNT_PX, Figure, Figures } from '../../ui/figure.tsx';
import { endedIn, type Span } from './spans.ts';

type Money = NonNullable<FiguresAnswer['money']>;
type Day = Money['days'][number];

/** Top-ups and paid withdrawals by the time of posting. */
export function MoneyPart({ money: { in: came, out, bounced, days }, span }: { money: Money; span: Span }) {
  const t = useText();
  const money = useMoney();
  const anchor = useAnchor();
  const count = useCount();
  const net = BigInt(came.amountMinor) - BigInt(out.amountMinor) + BigInt(bounced.amountMinor);
  return (
    <Stack spacing={2}>
      <Figures widthMinPx={AMOUNT_PX}>
        <Figure
          label={t('dashboard.amount.in')}
          value={money(came.amountMinor)}
          note={t('dashboard.count.in', { count: count(came.count) })}
          to={listAt('payments', { state: 'credited', ...endedIn(span) })}
        />
        <Figure
          label={t('dashboard.amount.out')}
          value={money(out.amountMinor)}
          note={t('dashboard.count.out', { count: count(out.count) })}
          to={listAt('withdrawals', { state: 'paid', ...endedIn(span) })}
        />
        <Figure
          label={t('figures.money.bounced')}
          value={money(bounced.amountMinor)}
          note={t('dashboard.count.out', { count: count(bounced.count) })}
          to={listAt('withdrawals', { state: 'returned', ...endedIn(span) })}
        />
        <Figure
          label={t('figures.money.net')}
          value={money(String(net))}
          note={t('figures.money.netNote')}
          to={anchor('money-by-day')}
        />
      </Figures>
      <Chart
        title={t('dashboard.chart.money')}
        days={days}
        series={[
          { name: t('dashboard.amount.in'), of: (day) => day.in.amountMinor },
          { name: t('dashboard.amount.out'), of: (day) => day.out.amountMinor },
        ]}
        write={(value) => money(String(value))}
      />
      <DataTable
        id="money-by-day"
        title={t('figures.money.byDay')}
        rows={days}
        keyOf={({ day }) => day}
        columns={useColumns()}
      />
    </Stack>
  );
}

function useColumns(): SmallColumn<Day>[] {
  const t = useText();
  const money = useTableMoney();
  const { day: written, shortDay } = useTimes();
  const linked = (
    key: 'in' | 'out',
    rowsOf: (day: string) => string,
    what: (day: Day) => { count: number; amountMinor: string },
  ): SmallColumn<Day> => ({
    key,
    label: t(`dashboard.amount.${key}`),
    cell: (day) => {
      const text = money(what(day).amountMinor);
      return (
        <RowsLink to={rowsOf(day.day)} about={`${written(day.day)}, ${t(`dashboard.amount.${key}`)}: ${text}`}>
          {text}
        </RowsLink>
      );
    },
  });
  const of = (day: string) => endedIn({ from: day, to: day });
  return [
    { key: 'day', label: t('dashboard.day'), cell: ({ day }) => shortDay(day) },
    linked(
      'in',
      (day) => listAt('payments', { state: 'credited', ...of(day) }),
      (day) => day.in,
    ),
    linked(
      'out',
      (day) => listAt('withdrawals', { state: 'paid', ...of(day) }),
      (day) => day.out,
    ),
    { key: 'owed', label: t('figures.owed.atEnd'), cell: ({ owedMinor }) => money(owedMinor) },
  ];
}
