import type { Proposal } from '../../api/staff/proposals.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Column } from '../../features/list/rows.tsx';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { PROPOSAL_TONE, stateOf } from './proposal-state.ts';
import { useProposalName } from './use-proposal-name.ts';

type Row = Proposal & { key: string };

const WAITING = { state: 'open' };

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
      defaultFilter={WAITING}
      filters={
        <StateFilter
          label={t('list.state')}
          all={t('list.all')}
          options={[{ value: 'open', label: t('proposals.state.open') }]}
        />
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'what', label: t('proposals.what'), cell: () => null },
    { key: 'by', label: t('proposals.by'), cell: ({ proposedBy }) => proposedBy.name },
    { key: 'at', label: t('proposals.at'), cell: ({ proposedAtMs }) => times.minute(proposedAtMs) },
    { key: 'why', label: t('act.why'), cell: ({ why }) => why },
    { key: 'decided', label: t('proposals.decided'), cell: ({ decidedBy }) => decidedBy?.name ?? '–' },
    {
      key: 'state',
      label: t('list.state'),
      cell: (row) => <StateChip tone={PROPOSAL_TONE[stateOf(row)]} label={t(`proposals.state.${stateOf(row)}`)} />,
    },
  ];
}
