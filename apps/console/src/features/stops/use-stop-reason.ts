import { STOP_REASONS } from '../../api/house/stops.ts';
import { useText } from '../language/use-text.ts';

/** The words for the reason of a stop, or of its end. */
export function useStopReason(): (reason: string) => string {
  const t = useText();
  return (reason) => {
    const known = STOP_REASONS.find((one) => one === reason);
    if (known !== undefined) return t(`stops.reasons.${known}`);
    return reason === 'ended' ? t('stops.reasons.ended') : reason;
  };
}
