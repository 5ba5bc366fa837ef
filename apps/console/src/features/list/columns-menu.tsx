import Checkbox from '@mui/material/Checkbox';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useText } from '../language/use-text.ts';
import type { Column } from './columns.ts';
import { useListContext } from './list-context.ts';

interface ColumnsMenuProps {
  anchor: HTMLElement;
  columns: readonly Column<never>[];
  onClose: () => void;
}

/** Chooses the columns of the list for the reader. The first one, which names the row, always stays. */
export function ColumnsMenu({ anchor, columns, onClose }: ColumnsMenuProps) {
  const t = useText();
  const { columns: chosen, setColumns } = useListContext();
  const choices = columns.slice(1).filter(({ key }) => key !== 'acts');
  const all = choices.map(({ key }) => key);
  const shown = chosen === null ? all : all.filter((key) => chosen.includes(key));
  const toggle = (key: string) => {
    const next = all.filter((one) => (one === key ? !shown.includes(key) : shown.includes(one)));
    // No column besides the name is one that no list has; an empty choice would mean all.
    setColumns(next.length === all.length ? null : next.length === 0 ? ['none'] : next);
  };
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      slotProps={{ list: { dense: true, 'aria-label': t('list.columns') } }}
    >
      {choices.map(({ key, label }) => (
        <MenuItem
          key={key}
          role="menuitemcheckbox"
          aria-checked={shown.includes(key)}
          onClick={() => toggle(key)}
          sx={{ py: 0 }}
        >
          <Checkbox checked={shown.includes(key)} size="small" tabIndex={-1} disableRipple sx={{ ml: -1 }} />
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
