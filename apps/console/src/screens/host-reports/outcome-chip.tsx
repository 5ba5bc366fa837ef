import type { HostReport } from '../../api/library/host-reports.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** Whether it waits, and else what became of it. */
export function OutcomeChip({ outcome }: Pick<HostReport, 'outcome'>) {
  const t = useText();
  if (outcome === null) return <StateChip tone="wait" label={t('reports.state.waiting')} />;
  return <StateChip tone={outcome === 'upheld' ? 'good' : 'quiet'} label={t(`reports.outcome.${outcome}`)} />;
}
