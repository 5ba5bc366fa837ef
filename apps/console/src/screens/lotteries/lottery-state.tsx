import type { Lottery } from '../../api/house/lotteries.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** Open, closed, hidden, or retired with the end of its last period with bets. */
export function LotteryState({ lottery: { closed, hidden, retired } }: { lottery: Lottery }) {
  const t = useText();
  const times = useTimes();
  if (retired !== null) {
    return <StateChip tone="quiet" label={t('lotteries.retiredAt', { at: times.minute(retired.atMs) })} />;
  }
  if (closed) return <StateChip tone="bad" label={t('lotteries.closed')} />;
  return <StateChip tone={hidden ? 'quiet' : 'good'} label={t(hidden ? 'lotteries.hidden' : 'lotteries.open')} />;
}
