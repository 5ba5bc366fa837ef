import { COMPLAINT_STATES, type Complaint } from '../../api/members/complaints.ts';
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

type Row = Complaint & { key: string };

const WORDS_SHOWN = 90;
const NARROWING: readonly Narrowing[] = [{ kind: 'member' }, { kind: 'days', label: 'complaints.asked' }];

/** Complaints about bets, nearest deadline first. */
export function ComplaintList() {
  const t = useText();
  return (
    <ListPage<Row>
      title={t('complaints.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/complaints/${key}/show`}
      nameOf={({ drawId }) => t('complaints.draw', { draw: drawId })}
      empty={t('complaints.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberFilter />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={COMPLAINT_STATES.map((state) => ({ value: state, label: t(`complaints.state.${state}`) }))}
          />
          <ExportButton path="/api/console/complaints.csv" />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'draw', label: t('complaints.about'), cell: () => null },
    {
      key: 'member',
      label: t('complaints.memberId'),
      cell: ({ memberId, userName }) => <MemberLink memberId={memberId}>{userName}</MemberLink>,
    },
    {
      key: 'words',
      label: t('complaints.words'),
      cell: ({ words }) => (words.length > WORDS_SHOWN ? `${words.slice(0, WORDS_SHOWN)}…` : words),
    },
    { key: 'asked', label: t('complaints.asked'), cell: ({ askedAtMs }) => times.minute(askedAtMs) },
    {
      key: 'due',
      label: t('complaints.due'),
      sort: 'due',
      cell: ({ dueAtMs, state }) => (state === 'open' ? times.distance(dueAtMs, Date.now()) : '–'),
    },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ state }) => (
        <StateChip tone={state === 'open' ? 'wait' : 'good'} label={t(`complaints.state.${state}`)} />
      ),
    },
  ];
}
