import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';

type TextInputProps = Omit<OutlinedInputProps, 'label' | 'id'> & { label: string; helperText?: string };

/**
 * A field of one line, for the pages of the first load. MUI's `TextField` looks the same, and also brings 20 kB of
 * menus to choose from.
 */
export function TextInput({ label, helperText, error = false, ...input }: TextInputProps) {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <FormControl fullWidth size="small" error={error}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput id={id} label={label} aria-describedby={helperText ? helpId : undefined} {...input} />
      {helperText ? <FormHelperText id={helpId}>{helperText}</FormHelperText> : null}
    </FormControl>
  );
}
