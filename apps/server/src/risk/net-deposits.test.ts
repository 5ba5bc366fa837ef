import { expect, test } from 'vitest';
import { crossedOf, readThresholds } from './net-deposits.ts';

test('thresholds are days and minor units; without a text there are none', () => {
  expect(readThresholds('')).toEqual([]);
  expect(readThresholds(' ')).toEqual([]);
  expect(readThresholds('30:15000, 90:200000')).toEqual([
    { days: 30, amount: 15_000n },
    { days: 90, amount: 200_000n },
  ]);
});

test.each(['30', '30:', ':5', '0:5', '366:5', '30:0', '30:-5', '30:1.5', '30:15000;', '30:5,30:5', 'x:5', '30:5,,'])(
  'the text %j is refused',
  (text) => expect(readThresholds(text)).toBeNull(),
);

test('more than ten thresholds are refused', () => {
  const list = (count: number) => Array.from({ length: count }, (_, index) => `30:${index + 1}`).join(',');
  expect(readThresholds(list(10))).toHaveLength(10);
  expect(readThresholds(list(11))).toBeNull();
});

test('a threshold is crossed from its amount on, over its own days', () => {
  const nets = new Map([
    [1, 99n],
    [30, 500n],
  ]);
  const thresholds = [
    { days: 1, amount: 100n },
    { days: 30, amount: 500n },
    { days: 30, amount: 501n },
  ];
  expect(crossedOf(thresholds, (days) => nets.get(days) ?? 0n)).toEqual([{ days: 30, amount: 500n, net: 500n }]);
});
