import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { CommonQuestion } from '../../api/house/common-questions.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { languagesColumn } from '../../features/list/dialog-list.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import { useMay } from '../../features/session/store.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { useQuestionName } from './use-question-name.ts';

type Row = CommonQuestion & { key: string };

/** Common questions in the order in which members see them, including hidden ones. */
export function QuestionList() {
  const t = useText();
  const may = useMay();
  return (
    <ListPage<Row>
      title={t('commonQuestions.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/common-questions/${key}`}
      nameOf={useQuestionName()}
      empty={t('commonQuestions.empty')}
      filters={
        may('POST /api/console/common-questions') ? (
          <Button component={Link} to="/common-questions/create" variant="contained">
            {t('commonQuestions.create')}
          </Button>
        ) : undefined
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'question', label: t('commonQuestions.question'), cell: () => null },
    { key: 'place', label: t('commonQuestions.place'), cell: ({ place }) => place },
    languagesColumn(t('words.languages')),
    { key: 'changed', label: t('canned.changed'), cell: ({ changedAtMs }) => times.minute(changedAtMs) },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ hidden }) => (
        <StateChip tone={hidden ? 'quiet' : 'good'} label={t(hidden ? 'canned.hidden' : 'commonQuestions.shown')} />
      ),
    },
  ];
}
