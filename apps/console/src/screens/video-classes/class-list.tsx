import Button from '@mui/material/Button';
import { useState } from 'react';
import type { VideoClass } from '../../api/videos.ts';
import { useText } from '../../features/language/use-text.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Column } from '../../features/list/rows.tsx';
import { useMay } from '../../features/session/store.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { ClassDialog } from './class-dialog.tsx';

type Row = VideoClass & { key: string };

/** The classes of the library in their order, hidden ones too. */
export function ClassList() {
  const t = useText();
  const may = useMay();
  const words = useHouseWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ListPage<Row>
        title={t('classes.title')}
        columns={useColumns()}
        nameOf={({ texts }) => words(texts, 'name')}
        empty={t('classes.empty')}
        filters={
          may('POST /api/console/video-classes') ? (
            <Button variant="contained" onClick={() => setOpen(true)}>
              {t('classes.create')}
            </Button>
          ) : undefined
        }
      />
      {open ? <ClassDialog known={null} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const may = useMay();
  return [
    { key: 'name', label: t('classes.name'), cell: () => null },
    { key: 'slug', label: t('classes.slug'), cell: ({ slug }) => slug },
    { key: 'position', label: t('classes.position'), atEnd: true, cell: ({ position }) => position },
    { key: 'titles', label: t('classes.titles'), atEnd: true, cell: ({ titles }) => titles },
    {
      key: 'languages',
      label: t('words.languages'),
      cell: ({ texts }) =>
        Object.keys(texts)
          .map((code) => memberLanguage(code).name)
          .join(', '),
    },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ hidden }) => (
        <StateChip tone={hidden ? 'quiet' : 'good'} label={t(hidden ? 'classes.hidden' : 'classes.shown')} />
      ),
    },
    ...(may('PATCH /api/console/video-classes/{id}')
      ? [{ key: 'acts', label: t('list.acts'), cell: (row: Row) => <Change known={row} /> }]
      : []),
  ];
}

function Change({ known }: { known: Row }) {
  const t = useText();
  const words = useHouseWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        onClick={() => setOpen(true)}
        aria-label={t('classes.changeOne', { name: words(known.texts, 'name') })}
      >
        {t('classes.change')}
      </Button>
      {open ? <ClassDialog known={known} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
