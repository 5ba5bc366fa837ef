import type { Withdrawal } from '../../api/money/withdrawals.ts';
import { WITHDRAWAL_FILTERS } from '../../api/money/withdrawals.ts';
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
import { useMe } from '../../features/session/store.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { Due } from './due.tsx';
import { ReviewFlagChips } from './review-flag-chips.tsx';
import { STATE_TONE } from './state-tone.ts';

const NARROWING: readonly Narrowing[] = [
  { kind: 'member' },
  { kind: 'amount', label: 'withdrawals.amount' },
  { kind: 'days', label: 'withdrawals.submitted' },
  { kind: 'days', label: 'list.ended', from: 'endedFrom', to: 'endedTo' },
];

/** The review queue, longest waiting first, with review flags. */
export function WithdrawalList() {
  const t = useText();
  const money = useMoney();
  const nameOf = ({ amountMinor }: Withdrawal) => money(amountMinor);
  return (
    <ListPage<Withdrawal & { key: string }>
      title={t('withdrawals.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/withdrawals/${key}/show`}
      nameOf={nameOf}
      empty={t('withdrawals.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberFilter />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={WITHDRAWAL_FILTERS.map((state) => ({ value: state, label: t(`withdrawals.state.${state}`) }))}
          />
          <ExportButton path="/api/console/withdrawals.csv" />
        </>
      }
    />
  );
}

function useColumns(): Column<Withdrawal & { key: string }>[] {
  const t = useText();
  const times = useTimes();
  const me = useMe();
  return [
    { key: 'amount', label: t('withdrawals.amount'), sort: 'amount', cell: () => null },
    {
      key: 'member',
      label: t('withdrawals.member'),
      cell: ({ memberId, userName }) => <MemberLink memberId={memberId}>{userName}</MemberLink>,
    },
    {
      key: 'payee',
      label: t('withdrawals.payee'),
      widthMin: 120,
      cell: ({ payee, holder }) => `${holder}, ${payee.bankName} ${payee.masked}`,
    },
    {
      key: 'submitted',
      label: t('withdrawals.submitted'),
      sort: 'submitted',
      widthMin: 116,
      cell: (row) => times.minute(row.submittedAtMs),
    },
    {
      key: 'due',
      label: t('withdrawals.due'),
      cell: ({ state, reviewDueAtMs, legalHold }) =>
        state === 'in-review' && reviewDueAtMs !== null ? (
          <Due dueAtMs={reviewDueAtMs} held={legalHold !== null} />
        ) : (
          '–'
        ),
    },
    {
      key: 'reviewFlags',
      label: t('withdrawals.hints'),
      cell: ({ reviewFlags, state }) => (state === 'in-review' ? <ReviewFlagChips hints={reviewFlags} /> : '–'),
    },
    {
      key: 'assignment',
      label: t('withdrawals.claim'),
      cell: ({ assignment }) =>
        assignment === null ? '–' : assignment.staffId === me.id ? t('withdrawals.claimYours') : assignment.staffName,
    },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ state }) => <StateChip tone={STATE_TONE[state]} label={t(`withdrawals.state.${state}`)} />,
    },
  ];
}
