import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { StateChip } from '../../ui/state-chip.tsx';
import { useText } from '../language/use-text.ts';
import { useMay } from '../session/store.ts';
import { memberLanguage } from '../words/member-languages.ts';
import type { Column } from './columns.ts';
import { ListPage } from './list-page.tsx';

type Act = Parameters<ReturnType<typeof useMay>>[0];
type Words = 'cities' | 'classes' | 'logos';
type Listed<T> = T & { key: string; hidden: boolean };

interface DialogListProps<T> {
  /** Message group. */
  words: Words;
  /** Columns between name and state. */
  columns: readonly Column<Listed<T>>[];
  nameOf: (row: T) => string;
  create: Act;
  change: Act;
  /** Form for a row; null: for a new row. */
  dialog: (known: T | null, close: () => void) => ReactNode;
}

/** A list that adds and edits rows in a dialog. Shows hidden rows too. */
export function DialogList<T extends object>({ words, columns, nameOf, create, change, dialog }: DialogListProps<T>) {
  const t = useText();
  const may = useMay();
  const all: Column<Listed<T>>[] = [
    { key: 'name', label: t(`${words}.name`), cell: () => null },
    ...columns,
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ hidden }) => (
        <StateChip tone={hidden ? 'quiet' : 'good'} label={t(hidden ? `${words}.hidden` : `${words}.shown`)} />
      ),
    },
  ];
  const changing: Column<Listed<T>> = {
    key: 'acts',
    label: t('list.acts'),
    cell: (row) => (
      <Opening dialog={(close) => dialog(row, close)} label={t(`${words}.changeOne`, { name: nameOf(row) })}>
        {t(`${words}.change`)}
      </Opening>
    ),
  };
  return (
    <ListPage<Listed<T>>
      title={t(`${words}.title`)}
      columns={may(change) ? [...all, changing] : all}
      nameOf={nameOf}
      empty={t(`${words}.empty`)}
      filters={
        may(create) ? <Opening dialog={(close) => dialog(null, close)}>{t(`${words}.create`)}</Opening> : undefined
      }
    />
  );
}

interface OpeningProps {
  dialog: (close: () => void) => ReactNode;
  /** Accessible name of a button in a row whose text does not name the row. */
  label?: string;
  children: string;
}

function Opening({ dialog, label, children }: OpeningProps) {
  const [open, setOpen] = useState(false);
  const look =
    label === undefined ? { variant: 'contained' as const } : ({ size: 'small', variant: 'outlined' } as const);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)} aria-label={label}>
        {children}
      </Button>
      {open ? dialog(() => setOpen(false)) : null}
    </>
  );
}

/** Column with the languages in which a row has texts. */
export function languagesColumn<T extends { texts: object }>(label: string): Column<T> {
  return {
    key: 'languages',
    label,
    cell: ({ texts }) =>
      Object.keys(texts)
        .map((code) => memberLanguage(code).name)
        .join(', '),
  };
}
