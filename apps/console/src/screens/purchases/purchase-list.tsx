import Chip from '@mui/material/Chip';
import { PURCHASE_STATES, type Purchase } from '../../api/money/purchases.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { useListContext } from '../../features/list/list-context.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { MemberFilter } from '../../features/members/member-filter.tsx';
import { MemberLink, shortId } from '../../features/members/member-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { StateChip, type Tone } from '../../ui/state-chip.tsx';
import { RefundButton } from './refund-button.tsx';

type Row = Purchase & { key: string };

const TONE: Record<Purchase['state'], Tone> = { open: 'good', over: 'quiet', refunded: 'quiet' };
const NARROWING: readonly Narrowing[] = [
  { kind: 'member' },
  { kind: 'amount', label: 'purchases.price' },
  { kind: 'days', label: 'purchases.at' },
];

/** Purchases of members in the library, newest first. */
export function PurchaseList() {
  const t = useText();
  const name = useTitleName();
  return (
    <ListPage<Row>
      title={t('purchases.title')}
      columns={useColumns()}
      nameOf={name}
      empty={t('purchases.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberFilter />
          <OnlyTitle />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={PURCHASE_STATES.map((state) => ({ value: state, label: t(`purchases.state.${state}`) }))}
          />
          <ExportButton path="/api/console/purchases.csv" />
        </>
      }
    />
  );
}

function useTitleName(): (purchase: Pick<Purchase, 'names'>) => string {
  const words = useHouseWords();
  return ({ names }) =>
    words(Object.fromEntries(Object.entries(names).map(([code, name]) => [code, { name }])), 'name');
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const may = useMay();
  const name = useTitleName();
  return [
    { key: 'name', label: t('purchases.what'), cell: () => null },
    {
      key: 'member',
      label: t('purchases.member'),
      cell: ({ memberId, userName }) => <MemberLink memberId={memberId}>{userName}</MemberLink>,
    },
    { key: 'price', label: t('purchases.price'), atEnd: true, cell: ({ priceMinor }) => money(priceMinor) },
    { key: 'at', label: t('purchases.at'), sort: 'at', cell: ({ atMs }) => times.minute(atMs) },
    { key: 'until', label: t('purchases.until'), cell: ({ untilMs }) => times.minute(untilMs) },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ state }) => <StateChip tone={TONE[state]} label={t(`purchases.state.${state}`)} />,
    },
    ...(may('POST /api/console/purchases/{memberId}/{id}/refund')
      ? [
          {
            key: 'acts',
            label: t('list.acts'),
            cell: (row: Row) => <RefundButton purchase={row} name={name(row)} />,
          },
        ]
      : []),
  ];
}

/** Chip for a list filtered to one title; its button removes the filter. */
function OnlyTitle() {
  const t = useText();
  const name = useTitleName();
  const { filterValues, setFilters, data } = useListContext<Row>();
  const titleId: unknown = filterValues.titleId;
  if (typeof titleId !== 'string') return null;
  const { titleId: _, ...others } = filterValues;
  const bought = data?.find((row) => row.titleId === titleId);
  const shown = bought === undefined ? shortId(titleId) : name(bought);
  return <Chip label={t('purchases.only', { name: shown })} onDelete={() => setFilters(others)} />;
}
