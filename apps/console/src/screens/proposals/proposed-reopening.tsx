import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { useText } from '../../features/language/use-text.ts';

/** What would be open again, and how much was found when it was proposed; the faults themselves are on their page. */
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
