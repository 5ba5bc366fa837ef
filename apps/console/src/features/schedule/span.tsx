import Box from '@mui/material/Box';
import { useText } from '../language/use-text.ts';
import { TimeField } from './time-field.tsx';

interface SpanProps {
  value: { fromMs: number | null; untilMs: number | null };
  onChange: (value: { fromMs: number | null; untilMs: number | null }) => void;
  /** Names of the fields that the server refused. */
  wrong: readonly string[];
  /** True if it is already visible; the start is then fixed. */
  begun?: boolean;
  disabled?: boolean;
}

/** Start and end of a visibility period. */
export function Span({ value, onChange, wrong, begun = false, disabled = false }: SpanProps) {
  const t = useText();
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 280px))' } }}
    >
      <TimeField
        label={t('schedule.fromLabel')}
        hint={t(begun ? 'schedule.fromBegun' : 'schedule.fromHint')}
        value={value.fromMs}
        onChange={(fromMs) => onChange({ ...value, fromMs })}
        wrong={wrong.includes('fromMs')}
        disabled={begun || disabled}
      />
      <TimeField
        label={t('schedule.untilLabel')}
        hint={t('schedule.untilHint')}
        value={value.untilMs}
        onChange={(untilMs) => onChange({ ...value, untilMs })}
        wrong={wrong.includes('untilMs')}
        disabled={disabled}
      />
    </Box>
  );
}
