import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { ProposedStop as Stop } from '../../api/house/stops.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useStopReason } from '../../features/stops/use-stop-reason.ts';
import { Fact, Facts } from '../../ui/fact.tsx';

/** A proposed stop of betting, or the end of one. */
export function ProposedStop({ subject, stop }: { subject: string; stop: Stop }) {
  const t = useText();
  const times = useTimes();
  const reason = useStopReason();
  const { ends, authority, reference, untilMs } = stop;
  return (
    <>
      <Facts>
        <Fact label={t('stops.what')}>{subject === 'betting' ? t('stops.all') : subject.replace(/^table\//, '')}</Fact>
        <Fact label={t('stops.reason')}>{reason(stop.reason)}</Fact>
        {authority === null ? null : <Fact label={t('stops.authority')}>{authority}</Fact>}
        {reference === null ? null : <Fact label={t('stops.reference')}>{reference}</Fact>}
        {ends ? null : (
          <Fact label={t('stops.until')}>{untilMs === null ? t('stops.noEnd') : times.exact(untilMs)}</Fact>
        )}
      </Facts>
      <Typography color="textSecondary">{t(ends ? 'stops.endAbout' : 'stops.newAbout')}</Typography>
      <Link component={RouterLink} to="/stops">
        {t('stops.title')}
      </Link>
    </>
  );
}
