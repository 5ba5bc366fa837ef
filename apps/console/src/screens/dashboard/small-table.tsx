import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
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

/** Table of figures; the first column names the row. On narrow screens it scrolls in its box, by keyboard too. */
export function SmallTable<T>({ title, columns, rows, keyOf }: SmallTableProps<T>) {
  return (
    <Box role="group" aria-label={title} tabIndex={0} sx={{ overflowX: 'auto', mx: -1.5 }}>
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow>
            {columns.map(({ key, label }, index) => (
              <TableCell key={key} align={index === 0 ? 'left' : 'right'}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map(({ key, cell }, index) => (
                <TableCell
                  key={key}
                  align={index === 0 ? 'left' : 'right'}
                  sx={{ whiteSpace: 'nowrap' }}
                  {...(index === 0 ? { component: 'th', scope: 'row' } : {})}
                >
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
