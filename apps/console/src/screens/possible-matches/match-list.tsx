import { MATCH_STATES, type PossibleMatch } from '../../api/members/possible-matches.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { MemberLink } from '../../features/members/member-link.tsx';
import { VerdictChip } from './verdict-chip.tsx';

type Row = PossibleMatch & { key: string };

/** Accounts that may be a second account of an excluded member: open ones, oldest first. */
export function MatchList() {
  const t = useText();
  return (
    <ListPage<Row>
      title={t('matches.title')}
      about={t('matches.about')}
      columns={useColumns()}
      linkOf={({ key }) => `/possible-matches/${key}/show`}
      nameOf={({ userName }) => userName || t('names.unknownMember')}
      empty={t('matches.empty')}
      filters={
        <StateFilter
          label={t('list.state')}
          options={MATCH_STATES.map((state) => ({ value: state, label: t(`matches.state.${state}`) }))}
        />
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'account', label: t('matches.account'), cell: () => null },
    { key: 'name', label: t('members.realName'), cell: ({ realName }) => realName ?? t('matches.erased') },
    {
      key: 'excluded',
      label: t('matches.excluded'),
      cell: ({ otherId, otherUserName }) => (
        <MemberLink memberId={otherId}>{otherUserName || t('names.unknownMember')}</MemberLink>
      ),
    },
    {
      key: 'otherName',
      label: t('matches.excludedName'),
      cell: ({ otherRealName }) => otherRealName ?? t('matches.erased'),
    },
    { key: 'found', label: t('matches.found'), cell: ({ foundAtMs }) => times.distance(foundAtMs, Date.now()) },
    { key: 'state', label: t('list.state'), cell: ({ verdict }) => <VerdictChip verdict={verdict} /> },
  ];
}
