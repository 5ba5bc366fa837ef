import type { HostReport } from '../../api/library/host-reports.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** Outcome of a report, or that it waits. */
export function OutcomeChip({ outcome }: Pick<HostReport, 'outcome'>) {
  const t = useText();
  if (outcome === null) return <StateChip tone="wait" label={t('reports.state.waiting')} />;
  return <StateChip tone={outcome === 'upheld' ? 'good' : 'quiet'} label={t(`reports.outcome.${outcome}`)} />;
}
