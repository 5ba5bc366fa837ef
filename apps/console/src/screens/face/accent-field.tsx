import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { AccentTheme } from '@tercet/contract/accent.ts';
import { useText } from '../../features/language/use-text.ts';
import { accentIssue, readColour } from './face-draft.ts';

interface AccentFieldProps {
  theme: AccentTheme;
  /** As typed. */
  value: string;
  disabled: boolean;
  onChange: (typed: string) => void;
}

/** An accent as text and as a colour picker. Says at once why it is refused, with a colour that would do. */
export function AccentField({ theme, value, disabled, onChange }: AccentFieldProps) {
  const t = useText();
  const issue = accentIssue(value, theme);
  const refusal = issue === 'unreadable' ? t('face.notAColour') : issue && t(`face.weak.${theme}`, { ...issue });
  return (
    <TextField
      label={t(`face.accent.${theme}`)}
      helperText={refusal ?? t('face.accentHint')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={issue !== null}
      disabled={disabled}
      required
      slotProps={{
        htmlInput: { maxLength: 7, spellCheck: false, autoCapitalize: 'none' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Box
                component="input"
                type="color"
                aria-label={t(`face.pick.${theme}`)}
                value={readColour(value) ?? '#000000'}
                disabled={disabled}
                onChange={(event) => onChange(event.target.value)}
                sx={{ width: 36, height: 28, p: 0, border: 0, bgcolor: 'transparent' }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
