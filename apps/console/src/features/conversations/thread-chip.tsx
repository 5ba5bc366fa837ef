import type { Thread } from '../../api/members/desk.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { useText } from '../language/use-text.ts';

const TONE = { waiting: 'wait', open: 'good', closed: 'quiet' } as const;

/** State of a conversation: waiting for the house, answered, or closed. */
export function ThreadChip({ thread }: { thread: Pick<Thread, 'state' | 'waitsSinceMs'> }) {
  const t = useText();
  const state = thread.waitsSinceMs === null ? thread.state : 'waiting';
  return <StateChip tone={TONE[state]} label={t(`desk.is.${state}`)} />;
}
