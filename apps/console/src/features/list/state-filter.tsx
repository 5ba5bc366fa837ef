import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';

interface StateFilterProps {
  label: string;
  /** What all of them are called; without it one state is always chosen. */
  all?: string;
  options: readonly { value: string; label: string }[];
  /** What of the list it narrows. */
  name?: string;
}

const ALL = 'all';

/** Narrows a list to one state, or to one of what else it is narrowed by. */
export function StateFilter({ label, all, options, name = 'state' }: StateFilterProps) {
  const { filterValues, setFilters } = useListContext();
  const choices = all === undefined ? options : [...options, { value: ALL, label: all }];
  return (
    <TextField
      select
      label={label}
      value={filterValues[name] ?? ALL}
      onChange={(event) => setFilters({ ...filterValues, [name]: event.target.value })}
      sx={{ minWidth: 180, width: { xs: '100%', sm: 'auto' } }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
