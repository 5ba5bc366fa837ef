import type { Queue } from '../../api/money/figures.ts';
import { useText } from '../language/use-text.ts';
import { countText } from './queue-counts.ts';

/** A queue with its count, such as "Withdrawals in review: 3". */
export function useQueueText(): (queue: Queue) => string {
  const t = useText();
  return ({ queue, count }) => `${t(`dashboard.queue.${queue}`)}: ${countText(count)}`;
}
