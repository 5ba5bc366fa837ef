import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, spanOf } from '../../features/records/spans.ts';
import { bucketsOf, topOf } from './buckets.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');

function days(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(NOON + index * 86_400_000).toISOString().slice(0, 10),
    stakedMinor: String(100 + index),
    wonMinor: '7',
    inMinor: '0',
    outMinor: '0',
  }));
}

describe('the span of a report', () => {
  it('counts today in', () => {
    expect(spanOf('today', NOON)).toEqual({ from: '2026-11-22', to: '2026-11-22' });
    expect(spanOf('week', NOON)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(spanOf('month', NOON)).toEqual({ from: '2026-10-24', to: '2026-11-22' });
  });

  it('is refused by the page before the server would refuse it', () => {
    expect(faultOf({ from: '2026-11-22', to: '2026-11-22' })).toBeNull();
    expect(faultOf({ from: '2025-11-22', to: '2026-11-22' })).toBeNull();
    expect(faultOf({ from: '2025-11-21', to: '2026-11-22' })).toBe('days-too-many');
    expect(faultOf({ from: '2026-11-22', to: '2026-11-21' })).toBe('days-turned');
    for (const from of ['', 'soon', '2026-13-01']) expect(faultOf({ from, to: '2026-11-22' })).toBe('days-missing');
  });
});

describe('the bars of a report', () => {
  it('are days as long as they fit, and lose nothing when they do not', () => {
    expect(bucketsOf(days(30))).toHaveLength(30);
    for (const count of [1, 31, 32, 100, 366]) {
      const all = days(count);
      const buckets = bucketsOf(all);
      expect(buckets.length).toBeLessThanOrEqual(31);
      expect(buckets[0]?.from).toBe(all[0]?.day);
      expect(buckets.at(-1)?.to).toBe(all.at(-1)?.day);
      const staked = all.reduce((sum, day) => sum + BigInt(day.stakedMinor), 0n);
      expect(buckets.reduce((sum, bucket) => sum + bucket.staked, 0n)).toBe(staked);
    }
  });

  it('stand on a scale of round numbers that is at most two and a half times as high', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), (largest) => {
        const top = topOf(largest);
        expect(top >= largest && top * 2n <= largest * 5n).toBe(true);
        expect(String(top)).toMatch(/^[125]0*$/);
      }),
    );
  });
});
