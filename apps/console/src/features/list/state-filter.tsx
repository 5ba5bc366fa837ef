import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useListContext } from './list-context.ts';

interface StateFilterProps {
  label: string;
  /** Label of "all"; without it one state is always selected. */
  all?: string;
  options: readonly { value: string; label: string }[];
  /** Name of the filter value. */
  name?: string;
}

const ALL = 'all';

/** Filters a list by one value, by default its state. */
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
