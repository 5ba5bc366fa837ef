import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { Notice } from '../../api/house/notices.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { StageChip } from '../../features/schedule/stage-chip.tsx';
import { useSpanText } from '../../features/schedule/use-span-text.ts';
import { useMay } from '../../features/session/store.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { useNoticeName } from './notice-texts.ts';

type Row = Notice & { key: string };

/** Notices to all members, newest first. */
export function NoticeList() {
  const t = useText();
  const may = useMay();
  const name = useNoticeName();
  return (
    <ListPage<Row>
      title={t('notices.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/notices/${key}/show`}
      nameOf={name}
      empty={t('notices.empty')}
      filters={
        may('POST /api/console/notices') ? (
          <Button component={Link} to="/notices/create" variant="contained">
            {t('notices.create')}
          </Button>
        ) : undefined
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const span = useSpanText();
  return [
    { key: 'title', label: t('notices.subject'), cell: () => null },
    { key: 'times', label: t('schedule.shown'), cell: (notice) => span(notice) },
    {
      key: 'languages',
      label: t('words.languages'),
      cell: ({ code, texts }) =>
        code === null ? texts.map(({ locale }) => memberLanguage(locale).name).join(', ') : t('words.all'),
    },
    { key: 'state', label: t('list.state'), cell: (notice) => <StageChip times={notice} /> },
  ];
}
