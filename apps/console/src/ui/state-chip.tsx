import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';

/** Colour of a state; the label says the same. */
export type Tone = 'wait' | 'good' | 'bad' | 'quiet';

const ICONS = {
  wait: <HourglassEmpty />,
  good: <CheckCircleOutlined />,
  bad: <ErrorOutlined />,
  quiet: <RadioButtonUnchecked />,
} as const;

/** A plain element, styled in `theme.ts`: lists have one in each row. */
export function StateChip({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={`state-chip ${tone}`}>
      {ICONS[tone]}
      {label}
    </span>
  );
}
