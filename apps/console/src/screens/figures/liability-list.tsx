import Stack from '@mui/material/Stack';
import type { Liability } from '../../api/money/figures.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';

type Row = Liability & { key: string };

/** Debt to members at the snapshot of each day, as published in the book. */
export function LiabilityList() {
  const t = useText();
  const { day } = useTimes();
  return (
    <Stack spacing={1}>
      <BackLink to="/dashboard">{t('dashboard.title')}</BackLink>
      <ListPage<Row>
        title={t('figures.liabilities.title')}
        columns={useColumns()}
        nameOf={({ date }) => day(date)}
        empty={t('figures.liabilities.empty')}
      />
    </Stack>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  return [
    { key: 'date', label: t('dashboard.day'), cell: () => null },
    {
      key: 'total',
      label: t('dashboard.liabilities'),
      atEnd: true,
      cell: ({ totalMinor }) => money(totalMinor),
    },
    { key: 'leaves', label: t('figures.liabilities.leaves'), atEnd: true, cell: ({ leaves }) => leaves },
    {
      key: 'published',
      label: t('figures.liabilities.published'),
      cell: ({ publishedAtMs }) => times.minute(publishedAtMs),
    },
  ];
}
