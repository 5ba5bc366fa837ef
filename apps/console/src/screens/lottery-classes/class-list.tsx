import Button from '@mui/material/Button';
import { useState } from 'react';
import type { LotteryClass } from '../../api/house/lottery-classes.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { languagesColumn } from '../../features/list/dialog-list.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import { useMay } from '../../features/session/store.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { ClassDialog } from './class-dialog.tsx';

/** The classes of lotteries, in order, hidden ones included. */
export function LotteryClassList() {
  const t = useText();
  const may = useMay();
  // Null: a new class.
  const [opened, setOpened] = useState<{ known: LotteryClass | null } | null>(null);
  const columns: Column<LotteryClass>[] = [
    { key: 'name', label: t('lotteryClasses.name'), cell: () => null },
    { key: 'key', label: t('lotteryClasses.key'), cell: ({ key }) => key },
    { key: 'position', label: t('lotteryClasses.position'), atEnd: true, cell: ({ position }) => position },
    { key: 'lotteries', label: t('lotteries.title'), atEnd: true, cell: ({ lotteries }) => lotteries },
    languagesColumn(t('words.languages')),
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ hidden }) => (
        <StateChip
          tone={hidden ? 'quiet' : 'good'}
          label={t(hidden ? 'lotteryClasses.hidden' : 'lotteryClasses.shown')}
        />
      ),
    },
  ];
  const changing: Column<LotteryClass> = {
    key: 'acts',
    label: t('list.acts'),
    cell: (known) => (
      <Button
        size="small"
        variant="outlined"
        onClick={() => setOpened({ known })}
        aria-label={t('lotteryClasses.changeOne', { name: known.name })}
      >
        {t('lotteryClasses.change')}
      </Button>
    ),
  };
  return (
    <>
      <ListPage<LotteryClass>
        title={t('lotteryClasses.title')}
        columns={may('PUT /api/console/lottery-classes/{key}') ? [...columns, changing] : columns}
        nameOf={({ name }) => name}
        empty={t('lotteryClasses.empty')}
        filters={
          may('POST /api/console/lottery-classes') ? (
            <Button variant="contained" onClick={() => setOpened({ known: null })}>
              {t('lotteryClasses.create')}
            </Button>
          ) : undefined
        }
      />
      {opened === null ? null : <ClassDialog known={opened.known} onClose={() => setOpened(null)} />}
    </>
  );
}
