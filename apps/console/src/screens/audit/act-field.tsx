import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useActName } from '../../features/acts-log/use-act-name.ts';
import { matchWords } from '../../features/forms/match-words.ts';
import { useActCodes, useText } from '../../features/language/use-text.ts';

interface ActFieldProps {
  /** Code of an act, or a prefix of codes. */
  value: string;
  onChange: (value: string) => void;
}

/** Chooses an act by name. A typed code or prefix works too. */
export function ActField({ value, onChange }: ActFieldProps) {
  const t = useText();
  const nameOf = useActName();
  const codes = useActCodes();
  return (
    <Autocomplete
      freeSolo
      options={codes}
      getOptionLabel={nameOf}
      filterOptions={matchWords}
      value={value === '' ? null : value}
      onChange={(_, next) => onChange(next ?? '')}
      onInputChange={(_, typed, reason) => {
        if (reason === 'input') onChange(codes.find((act) => nameOf(act) === typed) ?? typed);
      }}
      renderInput={(params) => <TextField {...params} label={t('audit.filter.act')} />}
      slotProps={{ clearIndicator: { title: t('audit.filter.clear') } }}
      sx={{ width: { xs: '100%', sm: 260 } }}
    />
  );
}
