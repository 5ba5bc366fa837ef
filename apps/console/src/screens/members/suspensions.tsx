import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Member } from '../../api/members/members.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';

/** Suspensions with reason and end, newest first. */
export function Suspensions({ suspensions }: Pick<Member, 'suspensions'>) {
  const t = useText();
  const times = useTimes();
  return (
    <Section title={t('members.suspensions')}>
      {suspensions.length === 0 ? (
        <Typography color="textSecondary">{t('members.neverSuspended')}</Typography>
      ) : (
        <Stack component="ol" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {suspensions.map(({ id, reason, fromMs, untilMs, liftedAtMs }) => (
            <li key={id}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{reason}</Typography>
              <Typography variant="caption" color="textSecondary">
                {t('members.suspendedFrom', { from: times.minute(fromMs) })}
                {untilMs === null ? '' : ` · ${t('members.suspendedUntil', { until: times.minute(untilMs) })}`}
                {liftedAtMs === null ? '' : ` · ${t('members.suspensionLifted', { at: times.minute(liftedAtMs) })}`}
              </Typography>
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
}
