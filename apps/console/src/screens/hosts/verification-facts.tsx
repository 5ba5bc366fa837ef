import Typography from '@mui/material/Typography';
import type { Verification } from '../../api/library/hosts.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

/** What was verified: the identity, or an age in years. */
export function VerifiedWhat({ verification: { kind, years } }: { verification: Verification }) {
  const t = useText();
  return years === null ? t(`hosts.verificationKind.${kind}`) : t('hosts.verificationYears', { years });
}

/** The first person's note in full, their name, and the times. */
export function VerificationFacts({ verification }: { verification: Verification }) {
  const t = useText();
  const times = useTimes();
  const { note, notedBy, confirmedBy, verifiedAtMs, untilMs } = verification;
  return (
    <>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t('hosts.verificationTimes', {
          at: times.minute(verifiedAtMs),
          until: times.minute(untilMs),
          by: notedBy || '–',
        })}
        {confirmedBy === null ? '' : ` ${t('hosts.verificationConfirmed', { by: confirmedBy || '–' })}`}
      </Typography>
    </>
  );
}
