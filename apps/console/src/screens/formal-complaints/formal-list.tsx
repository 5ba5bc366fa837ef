import Button from '@mui/material/Button';
import { Link } from 'react-router';
import {
  COMPLAINT_SUBJECTS,
  FORMAL_KINDS,
  FORMAL_STATES,
  type FormalComplaint,
} from '../../api/members/formal-complaints.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { MemberFilter } from '../../features/members/member-filter.tsx';
import { MemberLink } from '../../features/members/member-link.tsx';
import { FormalStage } from './formal-stage.tsx';

type Row = FormalComplaint & { key: string };

const NARROWING: readonly Narrowing[] = [{ kind: 'member' }, { kind: 'days', label: 'formalComplaints.filed' }];

/** Formal complaints, newest first, with the deadline of the next act. */
export function FormalList() {
  const t = useText();
  return (
    <ListPage<Row>
      title={t('formalComplaints.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/formal-complaints/${key}/show`}
      nameOf={({ number }) => number}
      empty={t('formalComplaints.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberFilter />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={FORMAL_STATES.map((state) => ({ value: state, label: t(`formalComplaints.state.${state}`) }))}
          />
          <StateFilter
            name="kind"
            label={t('formalComplaints.kind')}
            all={t('list.all')}
            options={FORMAL_KINDS.map((kind) => ({ value: kind, label: t(`formalComplaints.kinds.${kind}`) }))}
          />
          <StateFilter
            name="subject"
            label={t('formalComplaints.subject')}
            all={t('list.all')}
            options={COMPLAINT_SUBJECTS.map((one) => ({ value: one, label: t(`formalComplaints.subjects.${one}`) }))}
          />
          <Button component={Link} to="/complaint-report" variant="outlined">
            {t('formalComplaints.report')}
          </Button>
          <ExportButton path="/api/console/formal-complaints.csv" />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'number', label: t('formalComplaints.number'), cell: () => null },
    {
      key: 'member',
      label: t('complaints.memberId'),
      cell: ({ memberId, userName }) => <MemberLink memberId={memberId}>{userName}</MemberLink>,
    },
    {
      key: 'subject',
      label: t('formalComplaints.subject'),
      cell: ({ subject }) => t(`formalComplaints.subjects.${subject}`),
    },
    {
      key: 'filed',
      label: t('formalComplaints.filed'),
      sort: 'filed',
      cell: ({ filedAtMs }) => times.minute(filedAtMs),
    },
    {
      key: 'due',
      label: t('formalComplaints.due'),
      sort: 'due',
      cell: ({ dueAtMs }) => (dueAtMs === null ? '–' : times.distance(dueAtMs, Date.now())),
    },
    { key: 'state', label: t('list.state'), cell: (complaint) => <FormalStage complaint={complaint} /> },
  ];
}
