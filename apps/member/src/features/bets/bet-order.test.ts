import { expect, test } from 'vitest';
import { inBetOrder } from './bet-order.ts';

test('bets are listed as on the table, and unknown ones last', () => {
  const bets = ['big', 'n3', 'new', 'odd', 's10', 's3', 'small'].map((bet) => ({ bet }));
  expect(inBetOrder(bets).map(({ bet }) => bet)).toEqual(['small', 'big', 'odd', 's3', 's10', 'n3', 'new']);
});
