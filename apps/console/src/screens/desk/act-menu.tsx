import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../features/language/use-text.ts';

interface ActMenuProps {
  /** Names the entries in the cache. */
  name: string;
  label: string;
  /** Reads the entries when the menu opens. */
  read: (signal: AbortSignal) => Promise<{ value: string; name: string }[]>;
  onChosen: (value: string) => void;
}

/** Button whose menu chooses the object of an act. */
export function ActMenu({ name, label, read, onChosen }: ActMenuProps) {
  const t = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data, error } = useQuery({
    queryKey: ['act-menu', name],
    queryFn: ({ signal }) => read(signal),
    enabled: anchor !== null,
    staleTime: 0,
  });
  const close = () => setAnchor(null);
  const choose = (value: string) => {
    close();
    onChosen(value);
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ArrowDropDown />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {data?.map((one) => (
          <MenuItem key={one.value} onClick={() => choose(one.value)}>
            {one.name}
          </MenuItem>
        ))}
        {data === undefined || data.length === 0 ? (
          <MenuItem disabled>
            {t(error ? 'state.failed' : data === undefined ? 'state.loading' : 'desk.noOne')}
          </MenuItem>
        ) : null}
      </Menu>
    </>
  );
}
