import { describe, expect, it } from 'vitest';
import { periodCapIssue, periodCapLeft } from './period-cap.ts';

const table = {
  bets: [
    { bet: 'big', multipliers: [19_200] },
    { bet: 's9', multipliers: [82_944] },
  ],
  memberCapMinor: '10000',
} as unknown as Parameters<typeof periodCapLeft>[1];
const placed = (bet: string, stakeMinor: string) =>
  ({ selections: [{ bet, stakeMinor }] }) as Parameters<typeof periodCapLeft>[0][number];

describe('the cap of a period for one member', () => {
  it('is used up by the greatest net win of each slip', () => {
    expect(periodCapLeft([], table)).toBe(10_000n);
    expect(periodCapLeft([placed('big', '1000'), placed('s9', '500')], table)).toBe(10_000n - 920n - 3_647n);
  });

  it('lets through a slip that wins no more than is left, and names the stake that fits for one that does', () => {
    const nine = (stakeMinor: bigint) => [{ bet: 's9', stakeMinor }];
    expect(periodCapIssue(nine(1_000n), table, 7_294n)).toBeNull();
    expect(periodCapIssue(nine(1_000n), table, 7_293n)).toEqual({
      code: 'member-cap',
      params: { leftMinor: '999' },
      bet: 's9',
    });
    expect(periodCapIssue([...nine(1_000n), { bet: 'big', stakeMinor: 100n }], table, 0n)).toEqual({
      code: 'member-cap',
      params: { leftMinor: '0' },
      bet: 's9',
    });
    expect(periodCapIssue([], table, 0n)).toBeNull();
  });
});
