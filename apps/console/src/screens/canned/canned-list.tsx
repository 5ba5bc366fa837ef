import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { CannedAnswer } from '../../api/members/canned.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { languagesColumn } from '../../features/list/dialog-list.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import { useMay } from '../../features/session/store.ts';
import { StateChip } from '../../ui/state-chip.tsx';

type Row = CannedAnswer & { key: string };

/** Canned answers by title, including hidden ones. */
export function CannedList() {
  const t = useText();
  const may = useMay();
  return (
    <ListPage<Row>
      title={t('canned.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/canned/${key}`}
      nameOf={({ title }) => title}
      empty={t('canned.empty')}
      filters={
        may('POST /api/console/desk/canned') ? (
          <Button component={Link} to="/canned/create" variant="contained">
            {t('canned.create')}
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
    { key: 'title', label: t('canned.name'), cell: () => null },
    languagesColumn(t('words.languages')),
    { key: 'changed', label: t('canned.changed'), cell: ({ changedAtMs }) => times.minute(changedAtMs) },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ hidden }) => (
        <StateChip tone={hidden ? 'quiet' : 'good'} label={t(hidden ? 'canned.hidden' : 'canned.offered')} />
      ),
    },
  ];
}
