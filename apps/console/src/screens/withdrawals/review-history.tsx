import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReviewedWithdrawal } from '../../api/money/withdrawals.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';

/** Reviews of a withdrawal, oldest first. Each person's last review counts. */
export function ReviewHistory({ reviews, refusal }: Pick<ReviewedWithdrawal, 'reviews' | 'refusal'>) {
  const t = useText();
  const times = useTimes();
  return (
    <Section title={t('withdrawals.said')}>
      {reviews.length === 0 ? <Typography color="textSecondary">{t('withdrawals.saidNothing')}</Typography> : null}
      <Stack component="ol" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {reviews.map(({ staffName, verdict, reason, words, atMs, counts }) => (
          <Typography component="li" key={`${staffName} ${atMs}`}>
            <strong>{staffName}</strong> {t(`withdrawals.verdict.${verdict}`)}
            {reason === null ? null : `: ${t(`withdrawals.reason.${reason}`)}`} · {times.minute(atMs)}
            {counts ? null : <Chip size="small" label={t('withdrawals.countsNoMore')} sx={{ ml: 1 }} />}
            {words === null ? null : (
              <Typography component="span" color="textSecondary" sx={{ display: 'block' }}>
                {words}
              </Typography>
            )}
          </Typography>
        ))}
      </Stack>
      {refusal ? (
        <Typography sx={{ mt: 1 }}>
          {t('withdrawals.refusedFor', { reason: t(`withdrawals.reason.${refusal.reason}`) })}
        </Typography>
      ) : null}
    </Section>
  );
}
