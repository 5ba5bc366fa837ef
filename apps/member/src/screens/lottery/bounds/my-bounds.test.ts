import { describe, expect, it } from 'vitest';
import type { LimitKind } from '../../../api/shared/types.ts';
import { limitsPollMs, passedBound } from './my-bounds.ts';

function passed(left: Partial<Record<LimitKind, string | null>>, total: bigint, slipMaxMinor = String(10n ** 15n)) {
  const limits = Object.entries(left).map(([kind, leftMinor]) => ({ kind: kind as LimitKind, leftMinor }));
  const issue = passedBound(limits, total, slipMaxMinor);
  return issue === null ? null : [issue.code, issue.params];
}

describe('a slip and the member’s own limits', () => {
  it.each<[LimitKind, string, object]>([
    ['stake-slip', 'limit-stake-slip', { maxMinor: '500' }],
    ['stake-day', 'limit-stake-day', { leftMinor: '500' }],
    ['loss-day', 'limit-loss', { leftMinor: '500' }],
    ['loss-week', 'limit-loss', { leftMinor: '500' }],
    ['loss-month', 'limit-loss', { leftMinor: '500' }],
  ])('%s lets through what is left and not a unit more', (kind, code, params) => {
    expect(passed({ [kind]: '500' }, 500n)).toBeNull();
    expect(passed({ [kind]: '500' }, 501n)).toEqual([code, params]);
  });

  it('show the limit that leaves least', () => {
    const left = { 'stake-slip': '400', 'stake-day': '90', 'loss-day': '200', 'loss-month': '800' };
    expect(passed(left, 1_000n)).toEqual(['limit-stake-day', { leftMinor: '90' }]);
    expect(passed({ ...left, 'stake-day': '0' }, 1n)).toEqual(['limit-stake-day', { leftMinor: '0' }]);
  });

  it('show the limit of the table, unless an own one is tighter', () => {
    expect(passed({}, 1_500n, '1500')).toBeNull();
    expect(passed({}, 1_501n, '1500')).toEqual(['slip-too-large', { maxMinor: '1500' }]);
    expect(passed({ 'stake-day': '90' }, 1_501n, '1500')).toEqual(['limit-stake-day', { leftMinor: '90' }]);
    expect(passed({ 'stake-day': '1600' }, 2_000n, '1500')).toEqual(['slip-too-large', { maxMinor: '1500' }]);
  });

  it('show nothing without limits or without a stake', () => {
    expect(passed({ 'stake-day': null, 'loss-week': null }, 10n ** 12n)).toBeNull();
    expect(passed({ 'deposit-day': '0', session: null, check: null }, 100n)).toBeNull();
    expect(passed({}, 100n)).toBeNull();
  });

  it('are loaded again every minute, and every ten seconds while one forbids the slip', () => {
    const limits = [{ kind: 'stake-day' as const, leftMinor: '90' }];
    expect(limitsPollMs(limits, 90n, '1500')).toBe(60_000);
    expect(limitsPollMs([], 0n, '1500')).toBe(60_000);
    expect(limitsPollMs(limits, 91n, '1500')).toBe(10_000);
  });
});
