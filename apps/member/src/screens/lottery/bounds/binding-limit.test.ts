import { expect, test } from 'vitest';
import { bindingLimit } from './binding-limit.ts';

const limits = (left: Record<string, string | null>) =>
  Object.entries(left).map(([kind, leftMinor]) => ({ kind: kind as 'stake-slip', leftMinor }));

test('the limit that leaves least is the one to know of', () => {
  expect(bindingLimit(limits({ 'stake-slip': '500', 'stake-day': '900', 'loss-week': '700' }), 1_000n)).toEqual({
    kind: 'slip',
    leftMinor: 500n,
  });
  expect(bindingLimit(limits({ 'stake-slip': '500', 'stake-day': '90' }), 1_000n)?.kind).toBe('day');
  expect(bindingLimit(limits({ 'stake-slip': '500', 'loss-month': '0' }), 1_000n)).toEqual({
    kind: 'loss',
    leftMinor: 0n,
  });
});

test('a limit that leaves more than balance and table allow is not shown, nor one of another kind', () => {
  expect(bindingLimit(limits({ 'stake-slip': '1000' }), 1_000n)).toBeNull();
  expect(bindingLimit(limits({ 'deposit-day': '1', session: null, 'stake-day': null }), 1_000n)).toBeNull();
});
