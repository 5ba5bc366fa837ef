import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMoney } from '../format/use-money.ts';
import { useText } from '../language/use-text.ts';
import { changesOf } from './changes.ts';

const TEXT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 13 } as const;

/** Expandable list of the values before and after an act. */
export function ActChanges({ before, after }: { before: unknown; after: unknown }) {
  const t = useText();
  const money = useMoney();
  const changes = changesOf(before, after, money);
  if (changes.length === 0) return '–';
  const hasBefore = changes.some((one) => one.before !== '');
  return (
    <Box component="details" sx={{ textAlign: 'start', minWidth: 0 }}>
      <Box component="summary" sx={{ cursor: 'pointer', whiteSpace: 'nowrap' }}>
        {t(hasBefore ? 'audit.beforeAfter' : 'audit.what')}
      </Box>
      <Box component="dl" sx={{ m: 0, mt: 0.5, display: 'grid', gap: 0.75, maxWidth: 420 }}>
        {changes.map((one) => (
          <div key={one.name}>
            {one.name === '' ? null : (
              <Typography component="dt" variant="caption" color="textSecondary">
                {one.name}
              </Typography>
            )}
            {hasBefore ? (
              <Box component="dd" sx={{ ...TEXT, m: 0, color: 'text.secondary', textDecoration: 'line-through' }}>
                {one.before}
              </Box>
            ) : null}
            <Box component="dd" sx={{ ...TEXT, m: 0 }}>
              {one.after}
            </Box>
          </div>
        ))}
      </Box>
    </Box>
  );
}
