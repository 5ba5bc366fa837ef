import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Figures as FiguresAnswer } from '../../api/money/figures.ts';
import { RowsLink } from '../../features/figures/rows-link.tsx';
import { type SmallColumn, SmallTable } from '../../features/figures/small-table.tsx';
import { useAnchor, useAnchorTarget } from '../../features/figures/use-anchor.ts';
import { useCount } from '../../features/format/use-count.ts';
import { useText } from '../../features/language/use-text.ts';
import { listAt } from '../../features/pages/page-paths.ts';
import { Figure, Figures } from '../../ui/figure.tsx';
import { StateChip } from '../../ui/state-chip.tsx';

type Play = NonNullable<FiguresAnswer['play']>;
type Lottery = Play['lotteries'][number];
type Count = 'draws' | 'late' | 'voids' | 'overdue';

/** Draws that came, came late, were void, or are overdue now. */
export function DrawPart({ play: { total, lotteries, voids, overdue } }: { play: Play }) {
  const t = useText();
  const anchor = useAnchor();
  const count = useCount();
  const ref = useAnchorTarget<HTMLDivElement>('draws-by-lottery');
  const to = anchor('draws-by-lottery');
  const columns = useColumns();
  return (
    <Stack spacing={2}>
      <Figures>
        <Figure
          label={t('figures.draws.drawn')}
          value={count(total.draws)}
          note={t('figures.draws.drawnNote')}
          to={to}
        />
        <Figure label={t('figures.draws.late')} value={count(total.late)} note={t('figures.draws.lateNote')} to={to} />
        <Figure label={t('figures.draws.void')} value={count(voids)} note={t('figures.draws.voidNote')} to={to} />
        <Figure
          label={t('figures.draws.overdue')}
          value={count(overdue)}
          note={
            overdue === 0 ? (
              t('figures.draws.overdueNone')
            ) : (
              <StateChip tone="bad" label={t('figures.draws.overdueNow')} />
            )
          }
          to={to}
        />
      </Figures>
      {lotteries.length === 0 ? null : (
        <Box id="draws-by-lottery" ref={ref}>
          <SmallTable<Lottery>
            title={t('figures.draws.byLottery')}
            rows={lotteries}
            keyOf={({ lotteryKey }) => lotteryKey}
            columns={columns}
          />
        </Box>
      )}
    </Stack>
  );
}

function useColumns(): SmallColumn<Lottery>[] {
  const t = useText();
  const whole = useCount();
  const count = (name: Count, label: string): SmallColumn<Lottery> => ({
    key: name,
    label,
    cell: (row) => (
      <RowsLink to={listAt('draws', { lottery: row.lotteryKey })} about={`${row.lotteryKey}, ${label}: ${row[name]}`}>
        {name === 'draws' || row[name] === 0 ? (
          whole(row[name])
        ) : (
          <StateChip tone={TONE[name]} label={whole(row[name])} />
        )}
      </RowsLink>
    ),
  });
  return [
    { key: 'lottery', label: t('dashboard.lottery'), cell: ({ lotteryKey }) => lotteryKey },
    count('draws', t('figures.draws.drawn')),
    count('late', t('figures.draws.late')),
    count('voids', t('figures.draws.void')),
    count('overdue', t('figures.draws.overdue')),
  ];
}

const TONE = { late: 'wait', voids: 'bad', overdue: 'bad' } as const;
