import TextField from '@mui/material/TextField';
import { MINUTE_MS } from '../../durations.ts';

interface TimeFieldProps {
  label: string;
  hint: string;
  /** Null: not set. */
  value: number | null;
  onChange: (ms: number | null) => void;
  wrong?: boolean;
  disabled?: boolean;
}

/** Date and minute, in the browser's time zone. */
export function TimeField({ label, hint, value, onChange, wrong = false, disabled = false }: TimeFieldProps) {
  return (
    <TextField
      type="datetime-local"
      label={label}
      helperText={hint}
      value={value === null ? '' : localText(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : new Date(event.target.value).getTime())}
      error={wrong}
      disabled={disabled}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

/** Value of a `datetime-local` input: local time without a zone. */
function localText(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
