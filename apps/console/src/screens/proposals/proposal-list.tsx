import { PROPOSAL_KINDS, type Proposal } from '../../api/staff/proposals.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { MemberLink } from '../../features/members/member-link.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { PROPOSAL_TONE, stateOf } from './proposal-state.ts';
import { useProposalName } from './use-proposal-name.ts';

type Row = Proposal & { key: string };

const STATES = ['open', 'decidable', 'own'] as const;
const NARROWING: readonly Narrowing[] = [{ kind: 'days', label: 'proposals.at' }];

/** Proposals for a second person to decide, newest first. */
export function ProposalList() {
  const t = useText();
  return (
    <ListPage<Row>
      title={t('proposals.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/proposals/${key}/show`}
      nameOf={useProposalName()}
      empty={t('proposals.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <StateFilter
            label={t('proposals.what')}
            name="what"
            all={t('list.all')}
            options={PROPOSAL_KINDS.map((kind) => ({ value: kind, label: t(`proposals.kindOf.${kind}`) }))}
          />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={STATES.map((state) => ({ value: state, label: t(`proposals.state.${state}`) }))}
          />
          <ExportButton path="/api/console/proposals.csv" />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'what', label: t('proposals.what'), cell: () => null },
    {
      key: 'member',
      label: t('list.member'),
      cell: ({ member }) => (member === null ? '–' : <MemberLink memberId={member.id}>{member.name}</MemberLink>),
    },
    { key: 'by', label: t('proposals.by'), cell: ({ proposedBy }) => proposedBy.name },
    { key: 'at', label: t('proposals.at'), sort: 'at', cell: ({ proposedAtMs }) => times.minute(proposedAtMs) },
    { key: 'why', label: t('act.why'), cell: ({ why }) => why },
    { key: 'decided', label: t('proposals.decided'), cell: ({ decidedBy }) => decidedBy?.name ?? '–' },
    {
      key: 'state',
      label: t('list.state'),
      cell: (row) => <StateChip tone={PROPOSAL_TONE[stateOf(row)]} label={t(`proposals.state.${stateOf(row)}`)} />,
    },
  ];
}
