import Box from '@mui/material/Box';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

const SOON_MS = 4 * 3_600_000;

/** When a review approves itself. A legal hold prevents that. */
export function Due({ dueAtMs, held }: { dueAtMs: number; held: boolean }) {
  const t = useText();
  const times = useTimes();
  const now = Date.now();
  if (held) return t('withdrawals.dueHeld');
  const isSoon = dueAtMs - now < SOON_MS;
  return (
    <Box
      component="span"
      title={times.exact(dueAtMs)}
      sx={isSoon ? { color: 'warning.main', fontWeight: 600 } : undefined}
    >
      {times.distance(dueAtMs, now)}
    </Box>
  );
}
