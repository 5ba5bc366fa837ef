import { MEMBER_STATES, type MemberLine } from '../../api/members/members.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { CopyId } from '../../features/members/copy-id.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { MemberSearch } from './member-search.tsx';
import { STATE_TONE } from './state-tone.ts';

const NARROWING: readonly Narrowing[] = [{ kind: 'days', label: 'members.joined', from: 'joinedFrom', to: 'joinedTo' }];

type Row = MemberLine & { key: string };

/** All members by user name. */
export function MemberList() {
  const t = useText();
  return (
    <ListPage<Row>
      title={t('members.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/members/${key}/show`}
      nameOf={({ userName }) => userName}
      empty={t('members.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberSearch />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={MEMBER_STATES.map((state) => ({ value: state, label: t(`members.state.${state}`) }))}
          />
          <ExportButton path="/api/console/members.csv" />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'name', label: t('members.userName'), sort: 'userName', cell: () => null },
    { key: 'joined', label: t('members.joined'), sort: 'joined', cell: ({ joinedAtMs }) => times.minute(joinedAtMs) },
    { key: 'id', label: t('members.id'), cell: ({ key, userName }) => <CopyId id={key} name={userName} /> },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ state }) => <StateChip tone={STATE_TONE[state]} label={t(`members.state.${state}`)} />,
    },
  ];
}
