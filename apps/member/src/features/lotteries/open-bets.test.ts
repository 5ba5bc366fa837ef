import { expect, test } from 'vitest';
import type { Page, Slip } from '../../api/shared/types.ts';
import { openBetsOf } from './open-bets.ts';

const slip = (lotteryKey: string, totalMinor: string) => ({ lotteryKey, totalMinor }) as Slip;

function page(items: Slip[], total: number): Page<Slip> {
  return { items, total, nextCursor: null };
}

test('open bets are counted by table, and their stakes summed', () => {
  const open = openBetsOf([page([slip('dice-60', '500'), slip('dice-30', '100'), slip('dice-60', '250')], 3)]);
  expect(open.total).toBe(3);
  expect(open.stakedMinor).toBe(850n);
  expect([...open.byTable]).toEqual([
    ['dice-60', 2],
    ['dice-30', 1],
  ]);
});

test('no sum is shown while some of the open bets are unknown', () => {
  expect(openBetsOf([page([slip('dice-60', '500')], 25)])).toMatchObject({ total: 25, stakedMinor: null });
});

test('without bets there is nothing open', () => {
  expect(openBetsOf([])).toMatchObject({ total: 0, stakedMinor: 0n });
});
