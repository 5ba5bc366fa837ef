import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { Figures as FiguresAnswer } from '../../api/money/figures.ts';
import { Chart } from '../../features/figures/chart.tsx';
import { DataTable } from '../../features/figures/data-table.tsx';
import { RowsLink } from '../../features/figures/rows-link.tsx';
import { type SmallColumn, SmallTable } from '../../features/figures/small-table.tsx';
import { useAnchor, useAnchorTarget } from '../../features/figures/use-anchor.ts';
import { useSeen } from '../../features/figures/use-seen.ts';
import { useCount } from '../../features/format/use-count.ts';
import { useMoney, useTableMoney } from '../../features/format/use-money.ts';
import { usePercent } from '../../features/format/use-percent.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { listAt } from '../../features/pages/page-paths.ts';
import { AMOUNT_PX, Figure, Figures } from '../../ui/figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { TOKENS } from '../../ui/theme.ts';

type Play = NonNullable<FiguresAnswer['play']>;
type Day = Play['days'][number];
type Lottery = Play['lotteries'][number];
type Returns = Play['total'];

/** Load the chart library only once the chart comes into view. */
const ReturnChart = lazy(() =>
  import('../../ui/return-chart.tsx').then(({ ReturnChart }) => ({ default: ReturnChart })),
);
const CHART_PX = 220;

/** Stakes and returns, and the realised return to player beside the published one. */
export function ReturnPart({ play }: { play: Play }) {
  const t = useText();
  const money = useMoney();
  const percent = usePercent();
  const { total, days, lotteries } = play;
  const count = useCount();
  const band = useBand();
  const anchor = useAnchor();
  return (
    <Stack spacing={2.5}>
      <Figures widthMinPx={AMOUNT_PX}>
        <Figure
          label={t('dashboard.amount.stakes')}
          value={money(total.stakedMinor)}
          note={t('dashboard.count.stakes', { count: count(total.slips) })}
          to={anchor('by-day')}
        />
        <Figure
          label={t('figures.returns')}
          value={money(total.wonMinor)}
          note={t('figures.returnsNote')}
          to={anchor('by-day')}
        />
        <Figure
          label={t('figures.return.realised')}
          value={percent(total.rtp)}
          note={<Verdict of={total} />}
          to={anchor('by-lottery')}
        />
        <Figure
          label={t('figures.return.published')}
          value={percent(total.published)}
          note={t('figures.return.weighted')}
        />
        <Figure label={t('figures.return.band')} value={band(total)} note={t('figures.return.bandNote')} />
      </Figures>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))' }}>
        <ByDay days={days} />
        <Chart
          title={t('figures.return.amounts')}
          days={days}
          series={[
            { name: t('dashboard.amount.stakes'), of: ({ stakedMinor }) => stakedMinor },
            { name: t('figures.returns'), of: ({ wonMinor }) => wonMinor },
          ]}
          write={(value) => money(String(value))}
        />
      </Box>
      <DataTable
        id="by-day"
        title={t('figures.return.byDay')}
        rows={days}
        keyOf={({ day }) => day}
        columns={useDayColumns()}
      />
      <ByLottery lotteries={lotteries} />
    </Stack>
  );
}

/** Whether the realised return lies in the band. Few bets have a wide band. */
function Verdict({ of: { rtp, low, high } }: { of: Returns }) {
  const t = useText();
  if (rtp === null || low === null || high === null) return t('figures.return.none');
  const isInside = rtp >= low && rtp <= high;
  return (
    <StateChip
      tone={isInside ? 'good' : 'wait'}
      label={t(isInside ? 'figures.return.inside' : rtp > high ? 'figures.return.above' : 'figures.return.below')}
    />
  );
}

function isOutside({ rtp, low, high }: Returns): boolean {
  return rtp !== null && low !== null && high !== null && (rtp < low || rtp > high);
}

function useBand(): (of: Pick<Returns, 'low' | 'high'>) => string {
  const percent = usePercent();
  return ({ low, high }) => (low === null || high === null ? '–' : `${percent(low)} – ${percent(high)}`);
}

function ByDay({ days }: { days: readonly Day[] }) {
  const t = useText();
  const percent = usePercent();
  const { shortDay } = useTimes();
  const { palette } = useTheme();
  const { ref, isSeen } = useSeen();
  const hasData = days.some(({ rtp, published }) => rtp !== null || published !== null);
  return (
    <Box ref={ref} component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Typography component="figcaption" variant="subtitle2">
        {t('figures.return.chart')}
      </Typography>
      {hasData ? (
        <Box aria-hidden="true" sx={{ height: CHART_PX }}>
          <Suspense fallback={<Skeleton height={CHART_PX} />}>
            {isSeen ? (
              <ReturnChart
                points={days.map(({ day, rtp, published, low, high }) => ({
                  ...{ label: shortDay(day), realised: rtp, published },
                  band: low === null || high === null ? null : ([low, high] as const),
                }))}
                names={{
                  realised: t('figures.return.realised'),
                  published: t('figures.return.published'),
                  band: t('figures.return.band'),
                }}
                write={percent}
                colours={TOKENS[palette.mode]}
                height={CHART_PX}
              />
            ) : null}
          </Suspense>
        </Box>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('dashboard.chart.nothing')}
        </Typography>
      )}
    </Box>
  );
}

/** Columns of any row of returns. */
function useReturnColumns<T extends Returns>(rowsOf: (row: T) => string, nameOf: (row: T) => string): SmallColumn<T>[] {
  const t = useText();
  const money = useTableMoney();
  const percent = usePercent();
  const band = useBand();
  const count = useCount();
  const linked = (key: string, label: string, write: (row: T) => string): SmallColumn<T> => ({
    key,
    label,
    cell: (row) => (
      <RowsLink to={rowsOf(row)} about={`${nameOf(row)}, ${label}: ${write(row)}`}>
        {write(row)}
      </RowsLink>
    ),
  });
  return [
    linked('slips', t('dashboard.slips'), ({ slips }) => count(slips)),
    linked('staked', t('dashboard.amount.stakes'), ({ stakedMinor }) => money(stakedMinor)),
    linked('won', t('figures.returns'), ({ wonMinor }) => money(wonMinor)),
    linked('rtp', t('figures.return.realised'), ({ rtp }) => percent(rtp)),
    { key: 'published', label: t('figures.return.published'), cell: ({ published }) => percent(published) },
    {
      key: 'band',
      label: t('figures.return.band'),
      cell: (row) => (
        <>
          {band(row)}
          {isOutside(row) ? (
            <Box sx={{ mt: 0.5 }}>
              <Verdict of={row} />
            </Box>
          ) : null}
        </>
      ),
    },
  ];
}

function useDayColumns(): SmallColumn<Day>[] {
  const t = useText();
  const { day: written, shortDay } = useTimes();
  return [
    { key: 'day', label: t('dashboard.day'), cell: ({ day }) => shortDay(day) },
    ...useReturnColumns<Day>(
      ({ day }) => listAt('day-draws', { day }),
      ({ day }) => written(day),
    ),
  ];
}

function ByLottery({ lotteries }: { lotteries: readonly Lottery[] }) {
  const t = useText();
  const columns = useReturnColumns<Lottery>(
    ({ lotteryKey }) => listAt('draws', { lottery: lotteryKey }),
    ({ lotteryKey }) => lotteryKey,
  );
  const ref = useAnchorTarget<HTMLDivElement>('by-lottery');
  if (lotteries.length === 0) return null;
  return (
    <Box id="by-lottery" ref={ref}>
      <SmallTable<Lottery>
        title={t('figures.return.byLottery')}
        rows={lotteries}
        keyOf={({ lotteryKey }) => lotteryKey}
        columns={[{ key: 'lottery', label: t('dashboard.lottery'), cell: ({ lotteryKey }) => lotteryKey }, ...columns]}
      />
    </Box>
  );
}
