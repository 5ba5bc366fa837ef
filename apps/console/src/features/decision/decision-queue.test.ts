import { expect, test } from 'vitest';
import { type DecisionQueue, readNext } from './decision-queue.ts';

interface Item {
  id: string;
  isMine?: true;
}

function queueOf(items: Item[], more: { total?: number; nextCursor?: string } = {}): DecisionQueue<Item> {
  const { nextCursor = null, total = items.length } = more;
  return {
    page: 'withdrawals',
    api: { keyOf: ({ id }) => id, list: async () => ({ items, nextCursor, total }) },
    filter: {},
    isOpenTo: ({ isMine }) => isMine !== true,
    nameOf: ({ id }) => id.toUpperCase(),
  };
}

test('the next item follows the current one, and after the last one comes the first', async () => {
  const queue = queueOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  expect(await readNext(queue, 'a')).toEqual({ to: '/withdrawals/b/show', name: 'B', left: 2 });
  expect(await readNext(queue, 'c')).toMatchObject({ name: 'A', left: 2 });
});

test('an item that left the queue is followed by its first', async () => {
  expect(await readNext(queueOf([{ id: 'b' }, { id: 'c' }]), 'gone')).toMatchObject({ name: 'B', left: 2 });
});

test('items that wait for another person are skipped, and the queue can be empty', async () => {
  expect(await readNext(queueOf([{ id: 'a' }, { id: 'b', isMine: true }, { id: 'c' }]), 'a')).toMatchObject({
    ...{ name: 'C', left: 1 },
  });
  expect(await readNext(queueOf([{ id: 'a' }, { id: 'b', isMine: true }]), 'a')).toBeNull();
  expect(await readNext(queueOf([]), 'a')).toBeNull();
});

test('beyond one page, the total of the list counts', async () => {
  const items = [{ id: 'a' }, { id: 'b' }];
  expect(await readNext(queueOf(items, { total: 90, nextCursor: 'x' }), 'a')).toMatchObject({ left: 89 });
});
