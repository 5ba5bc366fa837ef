import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { notePlace, rowAt, rowIndexOf } from '../keys/focus-positions.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useFittingColumns } from './use-fitting-columns.ts';

export interface Column<T> {
  key: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** Right-aligned, for amounts. */
  atEnd?: boolean;
  /** In pixels; keeps dates and short texts from wrapping. */
  widthMin?: number;
}

interface RowsProps<T> {
  title: string;
  columns: readonly Column<T>[];
  rows: readonly (T & { key: string })[];
  linkOf?: ((row: T) => string) | undefined;
  nameOf: (row: T) => string;
}

/** A table, or cards on narrow screens. J and K move between rows. */
export function Rows<T extends object>(props: RowsProps<T>) {
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const step = (by: number) => () => {
    const at = rowIndexOf(document.activeElement);
    rowAt(at === -1 ? 0 : at + by)?.focus();
  };
  useKeys([
    { key: 'j', does: 'keys.nextRow', act: step(1) },
    { key: 'k', does: 'keys.previousRow', act: step(-1) },
  ]);
  return isWide ? <WideRows {...props} /> : <NarrowRows {...props} />;
}

/** Columns that do not fit stand below the name. */
function WideRows<T extends object>({ title, columns, rows, linkOf, nameOf }: RowsProps<T>) {
  const { ref, inTable, below } = useFittingColumns(columns);
  return (
    <TableContainer component={Paper} variant="outlined" ref={ref}>
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow>
            {inTable.map(({ key, label, atEnd }) => (
              <TableCell key={key} align={atEnd ? 'right' : 'left'}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key} data-row hover={linkOf !== undefined} sx={{ position: 'relative' }}>
              {inTable.map(({ key, cell, atEnd, widthMin }, index) => (
                <TableCell
                  key={key}
                  align={atEnd ? 'right' : 'left'}
                  {...(widthMin === undefined ? {} : { sx: { minWidth: widthMin } })}
                  {...(index === 0 ? { scope: 'row' } : {})}
                >
                  {index === 0 ? <Named row={row} linkOf={linkOf} nameOf={nameOf} /> : cell(row)}
                  {index === 0 && below.length > 0 ? <Below columns={below} row={row} /> : null}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Below<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  return (
    <Box component="dl" sx={{ m: 0, mt: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25 }}>
      {columns.map(({ key, label, cell }) => (
        <Box key={key} sx={{ display: 'flex', gap: 0.75, alignItems: 'baseline', minWidth: 0 }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12, flexShrink: 0 }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {cell(row)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function NarrowRows<T extends object>({ title, columns, rows, linkOf, nameOf }: RowsProps<T>) {
  return (
    <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {rows.map((row) => (
        <Paper key={row.key} data-row component="li" variant="outlined" sx={{ p: 2, position: 'relative' }}>
          <Box sx={{ fontWeight: 600, mb: 1 }}>
            <Named row={row} linkOf={linkOf} nameOf={nameOf} />
          </Box>
          <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 0.75, columnGap: 2 }}>
            {columns.slice(1).map(({ key, label, cell }) => (
              <Box key={key} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {label}
                </Box>
                <Box component="dd" sx={{ m: 0, justifySelf: 'end', textAlign: 'end' }}>
                  {cell(row)}
                </Box>
              </Box>
            ))}
          </Box>
        </Paper>
      ))}
    </Box>
  );
}

/** A link that covers the whole row. */
function Named<T>({ row, linkOf, nameOf }: { row: T } & Pick<RowsProps<T>, 'linkOf' | 'nameOf'>) {
  const { pathname, search } = useLocation();
  if (linkOf === undefined) return nameOf(row);
  const opened = linkOf(row);
  return (
    <Link
      component={RouterLink}
      to={opened}
      data-row-link={opened}
      onClick={({ currentTarget }) => notePlace(pathname, { opened, index: rowIndexOf(currentTarget), search })}
      underline="hover"
      sx={{ fontWeight: 600, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
    >
      {nameOf(row)}
    </Link>
  );
}
