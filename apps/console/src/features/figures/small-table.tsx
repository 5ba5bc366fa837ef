import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export interface SmallColumn<T> {
  key: string;
  label: string;
  cell: (row: T) => ReactNode;
}

interface SmallTableProps<T> {
  title: string;
  columns: readonly SmallColumn<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}

const TABLE = {
  ...{ overflowX: 'auto', mx: -1 },
  '& table': { width: '100%', borderCollapse: 'collapse', typography: 'body2' },
  '& th, & td': { px: 1, py: 0.75, textAlign: 'end', borderBottom: 1, borderColor: 'divider' },
  '& th': { fontWeight: 400 },
  '& tbody th': { minWidth: 64 },
  '& thead th': { color: 'text.secondary', fontWeight: 600, fontSize: 12 },
  '& th:first-of-type': { textAlign: 'start' },
} as const;

/**
 * Table of figures; the first column names the row. Large amounts put their currency on a second line. On narrow
 * screens the table scrolls in its box, by keyboard too.
 */
export function SmallTable<T>({ title, columns, rows, keyOf }: SmallTableProps<T>) {
  return (
    <Box role="group" aria-label={title} tabIndex={0} sx={TABLE}>
      <table aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, cell }, index) =>
                index === 0 ? (
                  <th key={key} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key}>{cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
