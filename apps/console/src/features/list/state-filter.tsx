import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';

interface StateFilterProps {
  label: string;
  /** What all of them are called; without it one state is always chosen. */
  all?: string;
  options: readonly { value: string; label: string }[];
}

const ALL = 'all';

/** Narrows a list to one state. */
export function StateFilter({ label, all, options }: StateFilterProps) {
  const { filterValues, setFilters } = useListContext();
  const choices = all === undefined ? options : [...options, { value: ALL, label: all }];
  return (
    <TextField
      select
      label={label}
      value={filterValues.state ?? ALL}
      onChange={(event) => setFilters({ ...filterValues, state: event.target.value })}
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
