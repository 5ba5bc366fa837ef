import type { Queue } from '../../api/money/figures.ts';

export type QueueName = Queue['queue'];

/** The named queues that are not empty, in the order of `names`. */
export function waitingIn(items: readonly Queue[], names: readonly QueueName[]): Queue[] {
  return names.flatMap((name) => items.filter(({ queue, count }) => queue === name && count > 0));
}

/** Text that changes with the length or the oldest item of the named queues. Null until they are known. */
export function markOf(items: readonly Queue[] | undefined, names: readonly QueueName[]): string | null {
  if (items === undefined) return null;
  return JSON.stringify(names.map((name) => items.find(({ queue }) => queue === name)).map(stateOf));
}

function stateOf(queue: Queue | undefined): (number | null)[] {
  return queue === undefined ? [] : [queue.count, queue.oldestAtMs];
}
