import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { FIGURE_SPANS, type FigureSpan, type Figures, readFigures } from '../../api/money/figures.ts';
import { MINUTE_MS } from '../../durations.ts';
import { Part } from '../../features/figures/part.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DrawPart } from './draw-part.tsx';
import { ExposurePart } from './exposure-part.tsx';
import { MoneyPart } from './money-part.tsx';
import { OwedPart } from './owed-part.tsx';
import { ReturnPart } from './return-part.tsx';
import { TodayPart } from './today-part.tsx';
import { WaitingPart } from './waiting-part.tsx';

/** Two columns on wide screens. */
/** Two columns where both have the width of a table of large amounts. */
const COLUMNS = {
  ...{ display: 'grid', gap: 2, alignItems: 'start' },
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 540px), 1fr))',
};

const isSpan = (text: string | null): text is FigureSpan => FIGURE_SPANS.some((span) => span === text);

/** Figures of the house: today so far, and the last 7, 30 or 90 days. Each leads to its rows. */
export function FiguresPage() {
  const t = useText();
  const times = useTimes();
  const [params, setParams] = useSearchParams();
  const typed = params.get('days');
  const days = isSpan(typed) ? typed : '7';
  const { data, error, refetch } = useQuery({
    queryKey: ['figures', days],
    queryFn: ({ signal }) => readFigures(days, signal),
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  });
  const at = data ? times.minute(data.atMs) : '';
  const about = data === undefined ? t('figures.about') : t(error ? 'figures.stale' : 'figures.at', { at });
  return (
    <Stack spacing={2}>
      <PageHead title={t('figures.title')} about={<span role={error ? 'status' : undefined}>{about}</span>}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={days}
          aria-label={t('figures.span')}
          onChange={(_, value: FigureSpan | null) => value && setParams({ days: value }, { replace: true })}
        >
          {FIGURE_SPANS.map((span) => (
            <ToggleButton key={span} value={span}>
              {t('figures.days', { count: span })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </PageHead>
      {data !== undefined ? (
        <Parts data={data} onRetry={() => void refetch()} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack spacing={2} role="status" aria-label={t('state.loading')}>
          <Skeleton height={280} />
          <Skeleton height={280} />
        </Stack>
      )}
    </Stack>
  );
}

function Parts({ data, onRetry }: { data: Figures; onRetry: () => void }) {
  const t = useText();
  const { shortDay } = useTimes();
  const { from, to, moments, play, money, funds, exposure, answers, decisions } = data;
  const since = (title: string) => t('figures.since', { title, from: shortDay(from), to: shortDay(to) });
  const span = { from, to };
  return (
    <>
      <Part title={since(t('figures.return.title'))} of={play} onRetry={onRetry}>
        {(known) => <ReturnPart play={known} />}
      </Part>
      <Box sx={COLUMNS}>
        <Stack spacing={2}>
          <Part title={t('figures.today.title')} of={moments} onRetry={onRetry}>
            {(known) => <TodayPart moments={known} />}
          </Part>
          <Part title={since(t('figures.money.title'))} of={money} onRetry={onRetry}>
            {(known) => <MoneyPart money={known} span={span} />}
          </Part>
          <Part title={since(t('figures.waiting.title'))} of={answers && decisions} onRetry={onRetry}>
            {() => <WaitingPart answers={answers} decisions={decisions} span={span} />}
          </Part>
        </Stack>
        <Stack spacing={2}>
          <Part title={t('figures.owed.title')} of={money} onRetry={onRetry}>
            {(known) => <OwedPart money={known} funds={funds} span={span} />}
          </Part>
          <Part title={since(t('figures.draws.health'))} of={play} onRetry={onRetry}>
            {(known) => <DrawPart play={known} />}
          </Part>
          <Part title={t('dashboard.exposure')} of={exposure} onRetry={onRetry}>
            {(items) => <ExposurePart items={items} />}
          </Part>
        </Stack>
      </Box>
    </>
  );
}
