import Button from '@mui/material/Button';
import { useState } from 'react';
import type { City } from '../../api/cities.ts';
import { useText } from '../../features/language/use-text.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Column } from '../../features/list/rows.tsx';
import { useMay } from '../../features/session/store.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { CityDialog } from './city-dialog.tsx';

type Row = City & { key: string };

/** The cities of the guide by their names, hidden ones too. */
export function CityList() {
  const t = useText();
  const may = useMay();
  const words = useHouseWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ListPage<Row>
        title={t('cities.title')}
        columns={useColumns()}
        nameOf={({ texts }) => words(texts, 'name')}
        empty={t('cities.empty')}
        filters={
          may('POST /api/console/cities') ? (
            <Button variant="contained" onClick={() => setOpen(true)}>
              {t('cities.create')}
            </Button>
          ) : undefined
        }
      />
      {open ? <CityDialog known={null} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const may = useMay();
  return [
    { key: 'name', label: t('cities.name'), cell: () => null },
    { key: 'country', label: t('cities.country'), cell: ({ country }) => country },
    { key: 'tier', label: t('cities.tier'), atEnd: true, cell: ({ tier }) => tier },
    { key: 'hosts', label: t('cities.hosts'), atEnd: true, cell: ({ shown, hosts }) => `${shown} / ${hosts}` },
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
        <StateChip tone={hidden ? 'quiet' : 'good'} label={t(hidden ? 'cities.hidden' : 'cities.shown')} />
      ),
    },
    ...(may('PUT /api/console/cities/{id}')
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
        aria-label={t('cities.changeOne', { name: words(known.texts, 'name') })}
      >
        {t('cities.change')}
      </Button>
      {open ? <CityDialog known={known} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
