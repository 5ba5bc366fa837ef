import { describe, expect, it } from 'vitest';
import type { Wallet } from '../../api/shared/types.ts';
import { faultOfAmount } from './amount-fault.ts';

const rule: Wallet['withdrawal'] = {
  minMinor: '1000',
  maxMinor: '5000000',
  perDay: 3,
  leftToday: 2,
  usualSeconds: 300,
  fastestSeconds: 120,
  feeMinor: '0',
  reviewFromMinor: '500000',
};

describe('the problem of an amount', () => {
  it('is the rule, from the smallest to the largest', () => {
    const faults = [0n, 999n, 1000n, 5_000_000n, 5_000_001n].map((minor) => faultOfAmount(minor, '9000000', rule));
    expect(faults).toEqual(['nothing', 'too-small', null, null, 'too-large']);
  });

  it('is never more than the balance', () => {
    expect(faultOfAmount(2001n, '2000', rule)).toBe('above-balance');
  });

  it('is none if the whole balance is withdrawn, whatever the rule', () => {
    for (const all of ['1', '999', '5000001']) expect(faultOfAmount(BigInt(all), all, rule)).toBeNull();
    expect(faultOfAmount(2000n, '2000', { ...rule, leftToday: 0 })).toBeNull();
  });

  it('is the day’s count for less than all', () => {
    expect(faultOfAmount(1999n, '2000', { ...rule, leftToday: 0 })).toBe('too-many-today');
  });
});
