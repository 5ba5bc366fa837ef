import type { Stoppable } from '../../api/house/stops.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useStopReason } from '../../features/stops/use-stop-reason.ts';
import { Fact, Facts } from '../../ui/fact.tsx';

type Stop = NonNullable<Stoppable['stop']>;

/** Reason, times, order and place in the book of a stop. */
export function StopFacts({ stop }: { stop: Stop }) {
  const t = useText();
  const times = useTimes();
  const reason = useStopReason();
  const { fromMs, untilMs, authority, reference, entrySeq } = stop;
  return (
    <Facts>
      <Fact label={t('stops.reason')}>{reason(stop.reason)}</Fact>
      {authority === null ? null : <Fact label={t('stops.authority')}>{authority}</Fact>}
      {reference === null ? null : <Fact label={t('stops.reference')}>{reference}</Fact>}
      <Fact label={t('stops.from')}>{times.exact(fromMs)}</Fact>
      {untilMs === fromMs ? null : (
        <Fact label={t('stops.until')}>{untilMs === null ? t('stops.noEnd') : times.exact(untilMs)}</Fact>
      )}
      <Fact label={t('stops.entry')}>{entrySeq}</Fact>
    </Facts>
  );
}
