import Alert from '@mui/material/Alert';
import type { TablePreview } from '../../api/house/lotteries.ts';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';
import { useFaultText } from './use-fault-text.ts';
import { useOddsText } from './use-odds-text.ts';

/** Whether a table may be published, the permitted range of returns, and from when it would apply. */
export function TableVerdict({ isReadable, preview }: { isReadable: boolean; preview: TablePreview | undefined }) {
  const t = useText();
  const times = useTimes();
  const { basisPoints } = useOddsText();
  const faultText = useFaultText();
  if (!isReadable) {
    return (
      <Alert severity="info" variant="outlined">
        {t('odds.unreadable')}
      </Alert>
    );
  }
  if (preview === undefined) return null;
  const { fault, opensAtMs } = preview;
  const band = { min: basisPoints(preview.band.min), max: basisPoints(preview.band.max) };
  return (
    <Alert severity={fault === null ? 'success' : 'error'} variant="outlined" role="status">
      {t(fault === null ? 'odds.good' : 'odds.bad', band)}
      {fault === null ? null : <div>{faultText(fault)}</div>}
      {opensAtMs === null ? null : <div>{t('odds.opensAt', { at: times.minute(opensAtMs) })}</div>}
    </Alert>
  );
}
