import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useText } from '../language/use-text.ts';
import { type SmallColumn, SmallTable } from './small-table.tsx';
import { useAnchorTarget } from './use-anchor.ts';

interface DataTableProps<T> {
  /** Target of links to the table. */
  id?: string;
  title: string;
  /** Oldest first. */
  rows: readonly T[];
  keyOf: (row: T) => string;
  columns: readonly SmallColumn<T>[];
}

/** The data of a chart, newest first, folded until it is opened. */
export function DataTable<T>({ id, title, rows, keyOf, columns }: DataTableProps<T>) {
  const t = useText();
  const ref = useAnchorTarget<HTMLDetailsElement>(id);
  return (
    <Box component="details" ref={ref} {...(id === undefined ? {} : { id })}>
      <Typography component="summary" sx={{ cursor: 'pointer', fontWeight: 600, width: 'fit-content' }}>
        {t('dashboard.chart.table')}
      </Typography>
      <Box sx={{ mt: 1 }}>
        <SmallTable<T> title={title} rows={rows.toReversed()} keyOf={keyOf} columns={columns} />
      </Box>
    </Box>
  );
}
