import { expect, test } from 'vitest';
import type { Slip } from '../../api/shared/types.ts';
import { settledResults } from './settled-results.ts';

let lastId = 0;

/** A slip of a table; its draw is of that table and period. */
function slip(lotteryKey: string, period: number, state: Slip['state'] = 'lost'): Slip {
  lastId += 1;
  const drawId = `${lotteryKey}/${period}`;
  return { id: `${lastId}`, drawId, lotteryKey, lotteryName: lotteryKey, period, state, placedAtMs: 1_000 } as Slip;
}

function drawsOf(slips: Slip[], hasMore: boolean): string[] {
  return settledResults(slips, hasMore).map(({ drawId, slips: of }) => `${drawId} ${of.length}`);
}

test('slips of one draw are one result, newest first, and open bets are none', () => {
  const slips = [slip('a', 9, 'pending'), slip('a', 8), slip('b', 3, 'won'), slip('a', 8, 'void'), slip('a', 7)];
  expect(drawsOf(slips, false)).toEqual(['a/8 2', 'b/3 1', 'a/7 1']);
});

test('a draw that is settled in part has no result yet', () => {
  expect(drawsOf([slip('a', 8, 'won'), slip('a', 8, 'pending')], false)).toEqual([]);
});

test('while more slips are to come, a draw waits until an older period of its table is loaded', () => {
  const slips = [slip('a', 8), slip('b', 3), slip('a', 7)];
  expect(drawsOf(slips, true)).toEqual(['a/8 1']);
  expect(drawsOf([...slips, slip('b', 2), slip('a', 6)], true)).toEqual(['a/8 1', 'b/3 1', 'a/7 1']);
});
