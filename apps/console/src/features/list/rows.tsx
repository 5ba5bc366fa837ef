import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Link as RouterLink, useLocation } from 'react-router';
import { notePlace, rowAt, rowIndexOf } from '../keys/focus-positions.ts';
import { useKeys } from '../keys/use-keys.ts';
import type { Column, ListSorting } from './columns.ts';
import { SortHead } from './sort-head.tsx';
import { CARDS, TABLE } from './table-style.ts';
import { useFittingColumns } from './use-fitting-columns.ts';

/** Selected rows of a list, for acts on several. */
export interface Selection {
  keys: ReadonlySet<string>;
  toggle: (key: string) => void;
  toggleAll: () => void;
  labelOf: (name: string) => string;
  allLabel: string;
}

export interface RowsProps<T> {
  title: string;
  columns: readonly Column<T>[];
  rows: readonly (T & { key: string })[];
  linkOf?: ((row: T) => string) | undefined;
  nameOf: (row: T) => string;
  /** Current sorting, and how to change it; without it, no column can be sorted. */
  sorting?: ListSorting;
  selection?: Selection | undefined;
}

/** A table, or cards on narrow screens. J and K move between rows. */
export function Rows<T extends object>(props: RowsProps<T>) {
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'), { noSsr: true });
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

/**
 * Columns that do not fit stand below the name. Cells are plain elements under one style: styled ones took most of the
 * time of a list on slow machines.
 */
function WideRows<T extends object>({ title, columns, rows, sorting, selection, ...names }: RowsProps<T>) {
  const { ref, inTable, below } = useFittingColumns(columns);
  const hasLinks = names.linkOf !== undefined;
  return (
    <Box ref={ref} sx={TABLE}>
      <table aria-label={title}>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" className="select">
                <input
                  type="checkbox"
                  aria-label={selection.allLabel}
                  checked={rows.every(({ key }) => selection.keys.has(key))}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {inTable.map((column) => (
              <SortHead key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-row className={hasLinks ? 'opens' : undefined}>
              {selection === undefined ? null : (
                <td className="select">
                  <SelectRow row={row} name={names.nameOf(row)} selection={selection} />
                </td>
              )}
              {inTable.map(({ key, cell, atEnd, widthMin }, index) => (
                <td
                  key={key}
                  className={atEnd ? 'end' : undefined}
                  style={widthMin === undefined ? undefined : { minWidth: widthMin }}
                >
                  {index === 0 ? <Named row={row} {...names} /> : cell(row)}
                  {index === 0 && below.length > 0 ? <Below columns={below} row={row} /> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function Below<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  return (
    <dl className="below">
      {columns.map(({ key, label, cell }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

function NarrowRows<T extends object>({ title, columns, rows, selection, ...names }: RowsProps<T>) {
  return (
    <Box component="ul" aria-label={title} sx={CARDS}>
      {rows.map((row) => (
        <li key={row.key} data-row>
          <div className="head">
            {selection === undefined ? null : <SelectRow row={row} name={names.nameOf(row)} selection={selection} />}
            <Named row={row} {...names} />
          </div>
          <dl>
            {columns.slice(1).map(({ key, label, cell }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </Box>
  );
}

function SelectRow({ row, name, selection }: { row: { key: string }; name: string; selection: Selection }) {
  return (
    <input
      type="checkbox"
      aria-label={selection.labelOf(name)}
      checked={selection.keys.has(row.key)}
      onChange={() => selection.toggle(row.key)}
    />
  );
}

/** A link that covers the whole row. */
function Named<T>({ row, linkOf, nameOf }: { row: T } & Pick<RowsProps<T>, 'linkOf' | 'nameOf'>) {
  const { pathname, search } = useLocation();
  if (linkOf === undefined) return nameOf(row);
  const opened = linkOf(row);
  return (
    <RouterLink
      to={opened}
      data-row-link={opened}
      className="row-link"
      onClick={({ currentTarget }) => notePlace(pathname, { opened, index: rowIndexOf(currentTarget), search })}
    >
      {nameOf(row)}
    </RouterLink>
  );
}
