import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useText } from '../language/use-text.ts';
import { type Column, type ListSorting, sortsOf } from './columns.ts';

const USUAL = 'usual';

/** Chooses the sorting where rows are cards and have no heads to press. Null for lists that cannot be sorted. */
export function SortSelect({ columns, sorting }: { columns: readonly Column<never>[]; sorting: ListSorting }) {
  const t = useText();
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const sorts = sortsOf(columns);
  if (isWide || sorts.length === 0) return null;
  const current = sorts.find(({ sort }) => sort === sorting.sort)?.sort ?? USUAL;
  return (
    <TextField
      select
      fullWidth
      label={t('list.sort')}
      value={current}
      onChange={({ target }) => sorting.setSort(target.value === USUAL ? null : target.value)}
    >
      <MenuItem value={USUAL}>{t('list.usualOrder')}</MenuItem>
      {sorts.map(({ sort, label, isDown }) => (
        <MenuItem key={sort} value={sort}>
          {t(isDown ? 'list.descending' : 'list.ascending', { label })}
        </MenuItem>
      ))}
    </TextField>
  );
}
