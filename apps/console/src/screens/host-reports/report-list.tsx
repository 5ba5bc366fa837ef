import { type HostReport, REPORT_STATES } from '../../api/library/host-reports.ts';
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
import { OutcomeChip } from './outcome-chip.tsx';

type Row = HostReport & { key: string };

const WORDS_SHOWN = 90;
const NARROWING: readonly Narrowing[] = [{ kind: 'days', label: 'reports.at' }];

/** Reports of profiles: those that hide a profile first, then longest waiting. */
export function ReportList() {
  const t = useText();
  return (
    <ListPage<Row>
      title={t('reports.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/host-reports/${key}/show`}
      nameOf={({ hostName }) => hostName || t('reports.removedHost')}
      empty={t('reports.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberFilter />
          <StateFilter
            label={t('list.state')}
            options={REPORT_STATES.map((state) => ({ value: state, label: t(`reports.state.${state}`) }))}
          />
          <ExportButton path="/api/console/host-reports.csv" />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'host', label: t('reports.host'), cell: () => null },
    { key: 'reason', label: t('reports.reason'), cell: ({ reason }) => t(`reports.about.${reason}`) },
    {
      key: 'words',
      label: t('reports.words'),
      cell: ({ words }) => (words.length > WORDS_SHOWN ? `${words.slice(0, WORDS_SHOWN)}…` : words),
    },
    {
      key: 'member',
      label: t('reports.member'),
      cell: ({ memberId, userName }) => <MemberLink memberId={memberId}>{userName}</MemberLink>,
    },
    { key: 'at', label: t('reports.at'), sort: 'at', cell: ({ atMs }) => times.distance(atMs, Date.now()) },
    {
      key: 'hid',
      label: t('reports.profile'),
      cell: ({ hid }) => (hid ? <StateChip tone="bad" label={t('reports.hides')} /> : '–'),
    },
    { key: 'state', label: t('list.state'), cell: ({ outcome }) => <OutcomeChip outcome={outcome} /> },
  ];
}
