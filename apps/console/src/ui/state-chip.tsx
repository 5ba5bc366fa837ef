import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Chip from '@mui/material/Chip';

/** Colour of a state; the label says the same. */
export type Tone = 'wait' | 'good' | 'bad' | 'quiet';

const LOOK = {
  wait: { color: 'warning', icon: <HourglassEmpty /> },
  good: { color: 'success', icon: <CheckCircleOutlined /> },
  bad: { color: 'error', icon: <ErrorOutlined /> },
  quiet: { color: 'default', icon: <RadioButtonUnchecked /> },
} as const;

export function StateChip({ tone, label }: { tone: Tone; label: string }) {
  return <Chip label={label} color={LOOK[tone].color} icon={LOOK[tone].icon} />;
}
