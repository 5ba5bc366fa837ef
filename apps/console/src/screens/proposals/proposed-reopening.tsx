import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { useText } from '../../features/language/use-text.ts';

/** What the proposal reopens, and the number of faults at that time. Their own page shows them. */
export function ProposedReopening({ subject, faults }: { subject: string; faults: number }) {
  const t = useText();
  const lottery = subject.startsWith('table/') ? subject.slice('table/'.length) : null;
  return (
    <>
      <Typography>
        {lottery === null ? t('faults.opens.moneyIn', { faults }) : t('faults.opens.table', { lottery })}
      </Typography>
      <Link component={RouterLink} to="/ledger-faults">
        {t('faults.title')}
      </Link>
    </>
  );
}
