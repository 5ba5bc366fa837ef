import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { Lottery } from '../../api/house/lotteries.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { useOddsText } from '../../features/odds/use-odds-text.ts';
import { useMay } from '../../features/session/store.ts';
import { LotteryState } from './lottery-state.tsx';

type Row = Lottery & { key: string };

/** All lotteries, with the returns of their bets and a published future table. */
export function LotteryList() {
  const t = useText();
  const may = useMay();
  return (
    <ListPage<Row>
      title={t('lotteries.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/lotteries/${key}/show`}
      nameOf={({ name }) => name}
      empty={t('lotteries.empty')}
      filters={
        may('POST /api/console/lotteries') ? (
          <Button component={Link} to="/lotteries/create" variant="contained">
            {t('lotteries.new')}
          </Button>
        ) : undefined
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  const returned = useReturned();
  return [
    { key: 'name', label: t('lotteries.name'), cell: () => null },
    { key: 'class', label: t('lotteries.class'), cell: (lottery) => lottery.class },
    {
      key: 'period',
      label: t('lotteries.period'),
      atEnd: true,
      cell: ({ periodSeconds }) => t('rules.seconds', { seconds: periodSeconds }),
    },
    { key: 'rtp', label: t('odds.rtp'), atEnd: true, cell: ({ table }) => (table === null ? '–' : returned(table)) },
    { key: 'hot', label: t('lotteries.hot'), cell: ({ hot }) => t(hot ? 'lotteries.yes' : 'lotteries.no') },
    {
      key: 'coming',
      label: t('lotteries.coming'),
      cell: ({ coming: [next] }) => (next === undefined ? '–' : times.minute(next.opensAtMs)),
    },
    {
      key: 'state',
      label: t('list.state'),
      cell: (lottery) => <LotteryState lottery={lottery} />,
    },
  ];
}

/** Lowest and highest return of any bet. */
function useReturned(): (table: NonNullable<Lottery['table']>) => string {
  const { percent } = useOddsText();
  return ({ bets }) => {
    const sorted = bets
      .map(({ rtp }) => rtp)
      .sort((a, b) => Number(a.num) / Number(a.den) - Number(b.num) / Number(b.den));
    const [least, most] = [sorted[0], sorted.at(-1)];
    if (least === undefined || most === undefined) return '–';
    const [from, to] = [percent(least), percent(most)];
    return from === to ? from : `${from} – ${to}`;
  };
}
