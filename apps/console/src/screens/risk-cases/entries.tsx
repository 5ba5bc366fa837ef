import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { FullRiskCase } from '../../api/members/risk-cases.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

/** What staff did about a case, oldest first. */
export function Entries({ entries }: Pick<FullRiskCase, 'entries'>) {
  const t = useText();
  const times = useTimes();
  if (entries.length === 0) return <Typography>{t('riskCases.noHistory')}</Typography>;
  return (
    <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {entries.map(({ id, staff, action, outcome, words, followUpAtMs, atMs }) => (
        <Box component="li" key={id}>
          <Typography variant="caption" color="textSecondary">
            {`${staff} · ${times.minute(atMs)}`}
          </Typography>
          <Typography sx={{ fontWeight: 600 }}>
            {t(`riskCases.actions.${action}`)}
            {' · '}
            {t(`riskCases.outcomes.${outcome}`)}
          </Typography>
          <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {words}
          </Typography>
          {followUpAtMs === null ? null : (
            <Typography variant="caption" color="textSecondary">
              {t('riskCases.followUpAt', { day: times.minute(followUpAtMs) })}
            </Typography>
          )}
        </Box>
      ))}
    </Stack>
  );
}
