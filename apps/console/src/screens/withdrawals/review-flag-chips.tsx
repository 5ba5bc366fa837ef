import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { ReviewFlag } from '../../api/money/withdrawals.ts';
import { useText } from '../../features/language/use-text.ts';

/** Review flags in short, for a row of the queue. */
export function ReviewFlagChips({ hints }: { hints: readonly ReviewFlag[] }) {
  const t = useText();
  if (hints.length === 0)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('withdrawals.noHints')}
      </Box>
    );
  return (
    <Box
      sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5, justifyContent: { xs: 'flex-end', md: 'flex-start' } }}
    >
      {hints.map(({ kind }) => (
        <Chip key={kind} label={t(`hint.${kind}.short`)} color={kind === 'name-differs' ? 'warning' : 'default'} />
      ))}
    </Box>
  );
}
