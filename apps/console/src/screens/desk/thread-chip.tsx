import type { Thread } from '../../api/members/desk.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

const TONE = { waiting: 'wait', open: 'good', closed: 'quiet' } as const;

/** State of a conversation: waiting for the house, answered, or closed. */
export function ThreadChip({ thread }: { thread: Pick<Thread, 'state' | 'waitsSinceMs'> }) {
  const t = useText();
  const state = thread.waitsSinceMs === null ? thread.state : 'waiting';
  return <StateChip tone={TONE[state]} label={t(`desk.is.${state}`)} />;
}
