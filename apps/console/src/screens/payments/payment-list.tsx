import { PAYMENT_STATES, type Payment } from '../../api/money/payments.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { MemberFilter } from '../../features/members/member-filter.tsx';
import { MemberLink } from '../../features/members/member-link.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { PAYMENT_TONE } from './payment-tone.ts';
import { useMismatchText } from './use-mismatch-text.ts';

type Row = Payment & { key: string };

const NARROWING: readonly Narrowing[] = [
  { kind: 'member' },
  { kind: 'amount', label: 'payments.received' },
  { kind: 'currency' },
  { kind: 'days', label: 'payments.at' },
  { kind: 'days', label: 'list.ended', from: 'endedFrom', to: 'endedTo' },
];

/** Payments that match no request. They wait until staff settle them or they are returned automatically. */
export function PaymentList() {
  const t = useText();
  const money = useMoney();
  return (
    <ListPage<Row>
      title={t('payments.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/payments/${key}/show`}
      nameOf={({ received }) => money(received.amountMinor, received.currency)}
      empty={t('payments.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberFilter />
          <StateFilter
            label={t('list.state')}
            options={PAYMENT_STATES.map((state) => ({ value: state, label: t(`payments.state.${state}`) }))}
          />
          <ExportButton path="/api/console/payments.csv" />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const mismatch = useMismatchText();
  return [
    { key: 'received', label: t('payments.received'), sort: 'amount', cell: () => null },
    {
      key: 'member',
      label: t('complaints.memberId'),
      cell: ({ memberId, userName }) => <MemberLink memberId={memberId}>{userName}</MemberLink>,
    },
    {
      key: 'asked',
      label: t('payments.asked'),
      cell: ({ asked: requested }) => money(requested.amountMinor, requested.currency),
    },
    {
      key: 'reason',
      label: t('payments.reason'),
      cell: ({ reason }) => mismatch(reason),
    },
    {
      key: 'at',
      label: t('payments.at'),
      sort: 'at',
      widthMin: 116,
      cell: ({ atMs }) => times.minute(atMs),
    },
    {
      key: 'refunds',
      label: t('payments.refunds'),
      widthMin: 96,
      cell: ({ refundsAtMs }) => (refundsAtMs === null ? '–' : times.distance(refundsAtMs, Date.now())),
    },
    {
      key: 'said',
      label: t('payments.said'),
      cell: ({ reviews }) =>
        reviews.map(({ verdict, staffName }) => `${staffName}: ${t(`payments.verdict.${verdict}`)}`).join(', ') || '–',
    },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ state }) => <StateChip tone={PAYMENT_TONE[state]} label={t(`payments.state.${state}`)} />,
    },
  ];
}
