import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { type Draw, readLottery } from '../../api/money/figures.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { StateChip, type Tone } from '../../ui/state-chip.tsx';
import { useListFilter } from './use-list-filter.ts';

type Row = Draw & { key: string };

const TONE: Record<Draw['state'], Tone> = {
  upcoming: 'quiet',
  open: 'quiet',
  locked: 'wait',
  sealed: 'wait',
  late: 'bad',
  drawn: 'good',
  settled: 'good',
  void: 'bad',
  returned: 'bad',
};

/** Draws of one lottery, newest first, below its open period. */
export function DrawList() {
  const t = useText();
  const key = useListFilter('lottery') ?? '';
  return (
    <Stack spacing={1}>
      <BackLink to="/dashboard">{t('dashboard.title')}</BackLink>
      <ListPage<Row>
        title={t('figures.draws.of', { lottery: key })}
        about={<OpenPeriod lottery={key} />}
        columns={useColumns()}
        nameOf={({ drawId }) => drawId}
        empty={t('figures.draws.empty')}
      />
    </Stack>
  );
}

function OpenPeriod({ lottery }: { lottery: string }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const { data } = useQuery({
    queryKey: ['lottery', lottery],
    queryFn: ({ signal }) => readLottery(lottery, signal),
    enabled: lottery !== '',
  });
  if (!data) return null;
  const { current, table } = data;
  const values = { draw: current.drawId, locks: times.minute(current.locksAtMs), cap: money(table.periodCapMinor) };
  return t('figures.draws.open', values);
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  const timeOf = (ms: number | null) => (ms === null ? '–' : times.minute(ms));
  return [
    { key: 'draw', label: t('figures.draw'), cell: () => null },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ state }) => <StateChip tone={TONE[state]} label={t(`figures.state.${state}`)} />,
    },
    {
      key: 'dice',
      label: t('figures.dice'),
      cell: ({ dice, sum }) => (dice === null ? '–' : `${dice.join(' + ')} = ${sum}`),
    },
    { key: 'slips', label: t('dashboard.slips'), atEnd: true, cell: ({ slipCount }) => slipCount ?? '–' },
    { key: 'round', label: t('figures.round'), atEnd: true, cell: ({ round }) => round },
    { key: 'sealed', label: t('figures.sealed'), cell: ({ sealedAtMs }) => timeOf(sealedAtMs) },
    { key: 'drawn', label: t('figures.drawn'), cell: ({ drawnAtMs }) => timeOf(drawnAtMs) },
  ];
}
