import type { RiskCase } from '../../api/members/risk-cases.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** Whether a case waits for staff, comes back on a later day, or is closed. */
export function CaseState({ one: { dueAtMs } }: { one: Pick<RiskCase, 'dueAtMs'> }) {
  const t = useText();
  const state = dueAtMs === null ? 'closed' : dueAtMs <= Date.now() ? 'due' : 'later';
  return <StateChip tone={state === 'due' ? 'wait' : 'good'} label={t(`riskCases.state.${state}`)} />;
}
