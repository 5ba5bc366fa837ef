import { describe, expect, it } from 'vitest';
import { changeTo, GROUPS, isInMinutes, minutesOf, shareUsed } from './limit-kinds.ts';

describe('the parts of the screen', () => {
  it('hold each limit once', () => {
    const kinds = GROUPS.flatMap((group) => [...group.kinds]);
    expect(new Set(kinds).size).toBe(10);
    expect(kinds.filter(isInMinutes)).toEqual(['session', 'check']);
  });
});

describe('the used part of a limit', () => {
  it.each([
    ['10000', '0', 0],
    ['10000', '2500', 0.25],
    ['10000', '10000', 1],
    ['10000', '20000', 1],
    ['10000', '-300', 0],
    ['0', '0', 0],
    ['0', '5', 1],
    ['900000000000000000', '450000000000000000', 0.5],
  ])('of %s, %s is %d', (value, usedMinor, share) => {
    expect(shareUsed({ value, usedMinor })).toBe(share);
  });

  it('is unknown without a limit, or where nothing is counted', () => {
    expect(shareUsed({ value: null, usedMinor: '5' })).toBe(null);
    expect(shareUsed({ value: '5', usedMinor: null })).toBe(null);
  });
});

describe('setting a limit anew', () => {
  it.each([
    [null, '100', 'tighter'],
    ['100', '99', 'tighter'],
    ['100', '101', 'looser'],
    ['900', '1000', 'looser'],
    ['100', null, 'looser'],
    ['100', '100', 'same'],
    [null, null, 'same'],
  ] as const)('from %s to %s is %s', (current, next, change) => {
    expect(changeTo(current, next)).toBe(change);
  });
});

describe('minutes', () => {
  it.each([
    ['60', 60],
    [' 45 ', 45],
    ['1', 1],
    ['1440', 1440],
    ['٩٠', 90],
    ['１２', 12],
  ])('%s are %d', (typed, minutes) => {
    expect(minutesOf(typed)).toBe(minutes);
  });

  it.each(['', '0', '1441', '-5', '1.5', '1e3', 'an hour', '00060'])('%j are none', (typed) => {
    expect(minutesOf(typed)).toBe(null);
  });
});
