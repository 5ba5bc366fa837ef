import FilterList from '@mui/icons-material/FilterList';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../language/use-text.ts';
import type { Column } from './columns.ts';
import { useListContext } from './list-context.ts';
import { type Narrowing, namesOf } from './narrowing.ts';

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));
const ColumnsMenu = lazy(async () => ({ default: (await import('./columns-menu.tsx')).ColumnsMenu }));

interface ListToolsProps {
  columns: readonly Column<never>[];
  narrowing: readonly Narrowing[];
}

/** Buttons for more filters and for the columns. What they open loads when it is opened. */
export function ListTools({ columns, narrowing }: ListToolsProps) {
  const t = useText();
  const { filterValues, views } = useListContext();
  const [filtersAt, setFiltersAt] = useState<HTMLElement | null>(null);
  const [columnsAt, setColumnsAt] = useState<HTMLElement | null>(null);
  const active = narrowing.filter((one) => namesOf(one).some((name) => filterValues[name] !== undefined)).length;
  const filters = t('list.filters');
  return (
    <>
      {narrowing.length === 0 ? null : (
        <Button
          variant="outlined"
          startIcon={<FilterList />}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setFiltersAt(currentTarget)}
        >
          {active === 0 ? filters : `${filters} (${active})`}
        </Button>
      )}
      {views.isOffered ? (
        <IconButton
          aria-label={t('list.columns')}
          title={t('list.columns')}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setColumnsAt(currentTarget)}
        >
          <ViewColumnOutlined />
        </IconButton>
      ) : null}
      <Suspense>
        {filtersAt === null ? null : (
          <FilterPanel anchor={filtersAt} narrowing={narrowing} onClose={() => setFiltersAt(null)} />
        )}
        {columnsAt === null ? null : (
          <ColumnsMenu anchor={columnsAt} columns={columns} onClose={() => setColumnsAt(null)} />
        )}
      </Suspense>
    </>
  );
}
