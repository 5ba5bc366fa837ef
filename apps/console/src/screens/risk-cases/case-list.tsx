import { CASE_REASONS, CASE_STATES, type RiskCase } from '../../api/members/risk-cases.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { MemberFilter } from '../../features/members/member-filter.tsx';
import { CaseState } from './case-state.tsx';

type Row = RiskCase & { key: string };

const NARROWING: readonly Narrowing[] = [{ kind: 'member' }, { kind: 'days', label: 'riskCases.opened' }];

/** Cases of members at risk, with the reason and the next step. */
export function CaseList() {
  const t = useText();
  return (
    <ListPage<Row>
      title={t('riskCases.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/risk-cases/${key}/show`}
      nameOf={({ userName }) => userName}
      empty={t('riskCases.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberFilter />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={CASE_STATES.map((state) => ({ value: state, label: t(`riskCases.state.${state}`) }))}
          />
          <StateFilter
            name="reason"
            label={t('riskCases.reason')}
            all={t('list.all')}
            options={CASE_REASONS.map((one) => ({ value: one, label: t(`riskCases.reasons.${one}`) }))}
          />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'member', label: t('riskCases.member'), cell: () => null },
    { key: 'reason', label: t('riskCases.reason'), cell: ({ reason }) => t(`riskCases.reasons.${reason}`) },
    {
      key: 'opened',
      label: t('riskCases.opened'),
      sort: 'opened',
      cell: ({ openedAtMs }) => times.minute(openedAtMs),
    },
    {
      key: 'due',
      label: t('riskCases.due'),
      sort: 'due',
      cell: ({ dueAtMs }) => (dueAtMs === null ? '–' : times.distance(dueAtMs, Date.now())),
    },
    { key: 'steps', label: t('riskCases.steps'), atEnd: true, cell: ({ interactions }) => interactions },
    { key: 'state', label: t('list.state'), cell: (one) => <CaseState one={one} /> },
  ];
}
