import { describe, expect, it } from 'vitest';
import { firstIssue, slipIssues } from './slip-issues.ts';

const LIMITS = { stakeMinMinor: '100', stakeMaxMinor: '1000', minBalanceMinor: '0' };

function codes(stakes: Record<string, bigint>, available = 10_000n, limits = LIMITS) {
  const selections = Object.entries(stakes).map(([bet, stakeMinor]) => ({ bet, stakeMinor }));
  return slipIssues(selections, limits, available).map(({ code, bet, params }) => [
    code,
    bet,
    ...Object.values(params),
  ]);
}

describe('the problems of a slip before it is sent', () => {
  it('are none within the limits', () => {
    expect(codes({ big: 100n, odd: 1000n })).toEqual([]);
    expect(codes({ big: 1000n, odd: 500n }, 1500n)).toEqual([]);
  });

  it('are shown at the bet concerned', () => {
    expect(codes({ big: 99n, odd: 1001n })).toEqual([
      ['stake-too-small', 'big', '100'],
      ['stake-too-large', 'odd', '1000'],
    ]);
    expect(codes({ big: 0n })).toEqual([['stake-too-small', 'big', '100']]);
  });

  it('say why a typed stake is not an amount, and nothing about its size', () => {
    const unread = { minor: null, decimalsMax: 2 };
    expect(slipIssues([{ bet: 'big', stakeMinor: 0n, unread }], LIMITS, 10_000n)).toEqual([
      { code: 'bad-amount', params: {}, bet: 'big', unread },
    ]);
  });

  it('call a number too large that is beyond every amount', () => {
    const unread = { minor: null, tooLarge: true } as const;
    expect(slipIssues([{ bet: 'big', stakeMinor: 0n, unread }], LIMITS, 10_000n)).toEqual([
      { code: 'stake-too-large', params: { maxMinor: '1000' }, bet: 'big' },
    ]);
  });

  it('concern the whole slip: empty, short of balance', () => {
    expect(codes({})).toEqual([['no-selection', null]]);
    expect(codes({ big: 1000n }, 400n)).toEqual([['balance-too-small', null, '600']]);
  });

  it('come in one order: faults of stakes, limits, a low balance', () => {
    const issue = (code: string) => ({ code, params: {}, bet: null });
    const [fault, limit, cap, balance] = ['stake-too-small', 'limit-loss', 'member-cap', 'balance-too-small'].map(
      issue,
    );
    if (!fault || !limit || !cap || !balance) throw new Error('four issues');
    expect(firstIssue([balance, fault], [limit])).toBe(fault);
    expect(firstIssue([balance], [null, limit, cap])).toBe(limit);
    expect(firstIssue([], [null, cap])).toBe(cap);
    expect(firstIssue([balance], [null])).toBe(balance);
    expect(firstIssue([], [null])).toBeNull();
  });

  it('name the balance that the table requires rather than the missing amount', () => {
    const limits = { ...LIMITS, minBalanceMinor: '50000' };
    expect(codes({ big: 1000n }, 400n, limits)).toEqual([['min-balance', null, '50000']]);
  });
});
