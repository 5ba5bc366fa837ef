import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';

interface FirstDecisionProps {
  name: string;
  /** What they did or voted for. */
  what: string;
  atMs: number;
  /** Null: none was recorded. */
  why: string | null;
}

/** What the first of two people decided, when and why: for the second one, beside the button that decides. */
export function FirstDecision({ name, what, atMs, why }: FirstDecisionProps) {
  const t = useText();
  const times = useTimes();
  return (
    <Paper variant="outlined" component="section" aria-label={t('twoPeople.first')} sx={{ p: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {t('twoPeople.by', { name, what, at: times.minute(atMs) })}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {why ?? t('twoPeople.noReason')}
      </Typography>
    </Paper>
  );
}
