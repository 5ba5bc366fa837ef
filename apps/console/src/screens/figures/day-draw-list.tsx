import Stack from '@mui/material/Stack';
import type { DayDraw } from '../../api/money/figures.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { listAt } from '../../features/pages/page-paths.ts';
import { useListFilter } from './use-list-filter.ts';

type Row = DayDraw & { key: string };

/** Stakes and payouts of each draw of a day. */
export function DayDrawList() {
  const t = useText();
  const { day: written } = useTimes();
  const day = useListFilter('day');
  const title = day === null || Number.isNaN(Date.parse(day)) ? null : written(day);
  return (
    <Stack spacing={1}>
      <BackLink to="/dashboard">{t('dashboard.title')}</BackLink>
      <ListPage<Row>
        title={title === null ? t('figures.dayDraws.title') : t('figures.dayDraws.of', { day: title })}
        columns={useColumns()}
        linkOf={({ lotteryKey }) => listAt('draws', { lottery: lotteryKey })}
        nameOf={({ lotteryKey, period }) => `${lotteryKey}/${period}`}
        empty={t('figures.dayDraws.empty')}
      />
    </Stack>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const money = useMoney();
  return [
    { key: 'draw', label: t('figures.draw'), cell: () => null },
    { key: 'slips', label: t('dashboard.slips'), atEnd: true, cell: ({ slips }) => slips },
    {
      key: 'staked',
      label: t('dashboard.amount.stakes'),
      atEnd: true,
      cell: ({ stakedMinor }) => money(stakedMinor),
    },
    { key: 'won', label: t('dashboard.amount.wins'), atEnd: true, cell: ({ wonMinor }) => money(wonMinor) },
  ];
}
