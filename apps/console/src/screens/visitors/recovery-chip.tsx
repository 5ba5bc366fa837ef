import type { Recovery } from '../../api/members/visitors.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

const TONE = {
  waiting: 'wait',
  approved: 'good',
  refused: 'bad',
  stopped: 'bad',
  superseded: 'quiet',
  expired: 'quiet',
  done: 'good',
} as const;

/** State of a request for a new password. */
export function RecoveryChip({ state }: { state: Recovery['state'] }) {
  const t = useText();
  return <StateChip tone={TONE[state]} label={t(`visitors.state.${state}`)} />;
}
