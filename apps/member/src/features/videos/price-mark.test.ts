import { describe, expect, it } from 'vitest';
import { lengthText } from './length-text.ts';
import { priceMarkOf, spanOf } from './price-mark.ts';

const NOW = 1_800_000_000_000;
const bought = { kind: 'bought', priceMinor: '500', hours: 48 } as const;

describe('the mark on the card of a title', () => {
  it('is its price, also for visitors, until it is bought', () => {
    for (const open of [true, false, null]) {
      expect(priceMarkOf({ access: bought, open, boughtUntilMs: null }, NOW)).toEqual({
        says: 'price',
        priceMinor: '500',
        hours: 48,
      });
    }
  });

  it('is until when it was bought, and the price again from that moment on', () => {
    const door = { access: bought, open: true, boughtUntilMs: NOW + 1 };
    expect(priceMarkOf(door, NOW)).toEqual({ says: 'bought', untilMs: NOW + 1 });
    expect(priceMarkOf(door, NOW + 1)).toMatchObject({ says: 'price' });
  });

  it('is the required balance, and for members who have it that it is included', () => {
    const access = { kind: 'balance', balanceMinor: '5000' } as const;
    for (const open of [false, null]) {
      const mark = priceMarkOf({ access, open, boughtUntilMs: null }, NOW);
      expect(mark).toEqual({ says: 'balance', balanceMinor: '5000', open });
    }
    expect(priceMarkOf({ access, open: true, boughtUntilMs: null }, NOW)).toEqual({ says: 'included' });
  });

  it('is that it is free', () => {
    expect(priceMarkOf({ access: { kind: 'free' }, open: null, boughtUntilMs: null }, NOW)).toEqual({ says: 'free' });
  });
});

describe('the time that a title is bought for', () => {
  it.each([
    [24, { unit: 'hours', count: 24 }],
    [48, { unit: 'days', count: 2 }],
    [50, { unit: 'hours', count: 50 }],
    [720, { unit: 'days', count: 30 }],
  ])('of %i hours', (hours, span) => expect(spanOf(hours)).toEqual(span));
});

describe('the length of a film', () => {
  it.each([
    [0, '0:00'],
    [7999, '0:07'],
    [65_000, '1:05'],
    [3_725_000, '1:02:05'],
    [-5, '0:00'],
  ])('of %i ms', (ms, text) => expect(lengthText(ms)).toBe(text));
});
