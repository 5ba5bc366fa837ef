import TextField from '@mui/material/TextField';
import { asProblem } from '../../api/shared/problem.ts';
import { useText } from '../language/use-text.ts';

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: unknown;
  label?: string;
  /** Helper text, such as the readers of the reason. */
  hint?: string;
  /** Field name in the server's errors. */
  name?: string;
  autoFocus?: boolean;
}

/** Reason of an act. The member reads it unless the hint says otherwise. */
export function ReasonField({ value, onChange, error, label, hint, name = 'why', autoFocus = true }: ReasonFieldProps) {
  const t = useText();
  const isWrong = error !== null && error !== undefined && name in asProblem(error).fields;
  return (
    <TextField
      label={label ?? t('act.why')}
      helperText={hint ?? t('act.whyHint')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={isWrong}
      autoFocus={autoFocus}
      multiline
      minRows={2}
      maxRows={8}
      required
    />
  );
}
