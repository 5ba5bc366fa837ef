import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { AmountField } from '../forms/amount-field.tsx';
import { useText } from '../language/use-text.ts';

interface End {
  value: string;
  onChange: (value: string) => void;
}

interface SpanProps {
  label: string;
  from: End;
  to: End;
}

const PAIR = { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, border: 0, p: 0, m: 0, minWidth: 0 };
const LEGEND = { gridColumn: '1 / -1', p: 0, mb: 1, typography: 'subtitle2' };

/** Two amounts, of which either can be empty. */
export function AmountSpanFields({ label, from, to }: SpanProps) {
  const t = useText();
  return (
    <Box component="fieldset" sx={PAIR}>
      <Box component="legend" sx={LEGEND}>
        {label}
      </Box>
      <AmountField label={t('list.from')} required={false} {...from} />
      <AmountField label={t('list.to')} required={false} {...to} />
    </Box>
  );
}

/** Two days in UTC, of which either can be empty. */
export function DaySpanFields({ label, from, to }: SpanProps) {
  const t = useText();
  const field = ({ value, onChange }: End) => ({
    type: 'date',
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    slotProps: { inputLabel: { shrink: true } },
  });
  return (
    <Box component="fieldset" sx={PAIR}>
      <Box component="legend" sx={LEGEND}>
        {label}
      </Box>
      <TextField label={t('list.from')} {...field(from)} />
      <TextField label={t('list.to')} {...field(to)} />
    </Box>
  );
}
