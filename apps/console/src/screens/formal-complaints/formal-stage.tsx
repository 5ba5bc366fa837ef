import type { FormalComplaint } from '../../api/members/formal-complaints.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** Stage of a complaint; red once a deadline has passed. */
export function FormalStage({ complaint }: { complaint: Pick<FormalComplaint, 'stage' | 'dueAtMs'> }) {
  const t = useText();
  const { stage, dueAtMs } = complaint;
  const tone = dueAtMs === null ? 'good' : dueAtMs < Date.now() ? 'bad' : 'wait';
  return <StateChip tone={tone} label={t(`formalComplaints.stage.${stage}`)} />;
}
