import { expect, test } from 'vitest';
import type { Queue } from '../../api/money/figures.ts';
import { countText, grownSince, markOf, totalOf, waitingIn } from './queue-counts.ts';

const NAMES = ['visitors', 'recoveries'] as const;

function queue(name: Queue['queue'], count: number, oldestAtMs: number | null = null): Queue {
  const times = { oldestAtMs, newestAtMs: oldestAtMs, dueAtMs: null };
  return { queue: name, count, ...times, path: '/api/console/queues', partOf: null, alone: count };
}

test('empty queues and queues of other pages are left out', () => {
  const items = [queue('desk', 4), queue('recoveries', 2), queue('visitors', 3)];
  expect(waitingIn(items, NAMES).map(({ count }) => count)).toEqual([3, 2]);
  expect(waitingIn([queue('visitors', 0), queue('recoveries', 1)], NAMES).map(({ count }) => count)).toEqual([1]);
  expect(waitingIn([], NAMES)).toEqual([]);
});

test('the mark changes with the length, the oldest and the newest item, and not with other queues', () => {
  const mark = markOf([queue('visitors', 1, 5), queue('desk', 1)], NAMES);
  expect(markOf([queue('desk', 2), queue('visitors', 1, 5)], NAMES)).toBe(mark);
  expect(markOf([queue('visitors', 2, 5)], NAMES)).not.toBe(mark);
  expect(markOf([queue('visitors', 1, 6)], NAMES)).not.toBe(mark);
  expect(markOf([{ ...queue('visitors', 1, 5), newestAtMs: 7 }], NAMES)).not.toBe(mark);
  expect(markOf([], NAMES)).not.toBe(mark);
  expect(markOf(undefined, NAMES)).toBeNull();
});

test('the sum counts each item once, and is shown up to 99', () => {
  const mine: Queue = { ...queue('desk-mine', 2), partOf: 'desk', alone: 0 };
  expect(totalOf([queue('desk', 4), mine, queue('visitors', 3)])).toBe(7);
  // Of five bookings, two wait as conversations, too.
  expect(totalOf([queue('desk', 4), { ...queue('bookings', 5), partOf: 'desk', alone: 3 }])).toBe(7);
  expect([0, 99, 100].map(countText)).toEqual(['0', '99', '99+']);
});

test('a queue has grown if it is longer or has a newer item; one that is new or part of another has not', () => {
  const before = [queue('desk', 4), queue('visitors', 3)];
  const mine: Queue = { ...queue('desk-mine', 2), partOf: 'desk' };
  const own: Queue = { ...queue('proposals-own', 1), alone: 0 };
  expect(grownSince([{ ...own, count: 0 }], [own])).toEqual([]);
  const names = (items: Queue[]) => grownSince(before, items).map((one) => one.queue);
  expect(names([queue('desk', 5), queue('visitors', 2), mine, queue('hosts', 9)])).toEqual(['desk']);
  expect(names(before)).toEqual([]);
  const at = (count: number, newestAtMs: number | null): Queue => ({ ...queue('hosts', count, 1), newestAtMs });
  expect(grownSince([at(2, 5)], [at(2, 6)])).toHaveLength(1);
  expect(grownSince([at(2, 5)], [at(1, 5)])).toEqual([]);
  expect(grownSince([at(2, 5)], [at(1, 4)])).toEqual([]);
  expect(grownSince([at(0, null)], [at(0, null)])).toEqual([]);
});
