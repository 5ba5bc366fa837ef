import type { Queue } from '../../api/money/figures.ts';

export type QueueName = Queue['queue'];

/** The server counts no further. */
const COUNT_MAX = 100;

/** The named queues that are not empty, in the order of `names`. */
export function waitingIn(items: readonly Queue[], names: readonly QueueName[]): Queue[] {
  return names.flatMap((name) => items.filter(({ queue, count }) => queue === name && count > 0));
}

/** Sum of the queues. An item that two of them contain counts once. */
export function totalOf(items: readonly Queue[]): number {
  return items.reduce((sum, { alone }) => sum + alone, 0);
}

/** A count as shown: "99+" from 100 on, where the server stops counting. */
export function countText(count: number): string {
  return count >= COUNT_MAX ? `${COUNT_MAX - 1}+` : String(count);
}

/** Queues with an item newer than `before`, without those whose items other queues contain or other people decide. */
export function grownSince(before: readonly Queue[], items: readonly Queue[]): Queue[] {
  const known = new Map(before.map((one) => [one.queue, one]));
  return items.filter(({ queue, count, newestAtMs, alone, partOf }) => {
    const then = known.get(queue);
    if (then === undefined || partOf !== null || alone === 0) return false;
    // One may come while another goes.
    return count > then.count || (newestAtMs ?? 0) > (then.newestAtMs ?? newestAtMs ?? 0);
  });
}

/** Text that changes with the length, the oldest or newest item of the named queues. Null until they are known. */
export function markOf(items: readonly Queue[] | undefined, names: readonly QueueName[]): string | null {
  if (items === undefined) return null;
  return JSON.stringify(names.map((name) => items.find(({ queue }) => queue === name)).map(stateOf));
}

function stateOf(queue: Queue | undefined): (number | null)[] {
  return queue === undefined ? [] : [queue.count, queue.oldestAtMs, queue.newestAtMs];
}
