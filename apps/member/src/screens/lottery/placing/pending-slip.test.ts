import { describe, expect, it } from 'vitest';
import { balanceWithout, countAlike } from './pending-slip.ts';

const BODY = {
  drawId: 'dice-30/17',
  tableHash: '',
  selections: [
    { bet: 'big', stakeMinor: '100' },
    { bet: 'odd', stakeMinor: '200' },
  ],
};
const slip = (drawId: string, ...selections: [string, string][]) => ({
  drawId,
  selections: selections.map(([bet, stakeMinor]) => ({ bet, stakeMinor })) as never,
});

describe('a slip on its way', () => {
  it('is known among the member’s bets by its draw and stakes, in any order', () => {
    const same = slip('dice-30/17', ['odd', '200'], ['big', '100']);
    const others = [
      slip('dice-30/18', ['big', '100'], ['odd', '200']),
      slip('dice-30/17', ['big', '100']),
      slip('dice-30/17', ['big', '200'], ['odd', '100']),
      slip('dice-30/17', ['big', '100'], ['odd', '200'], ['even', '1']),
    ];
    expect(countAlike(others, BODY)).toBe(0);
    expect(countAlike([...others, same, same], BODY)).toBe(2);
  });

  const pending = { beforeMinor: 1_000n, totalMinor: 300n };
  const after = (nowMinor: bigint, isIn: boolean) => balanceWithout({ ...pending, nowMinor, isIn }) - 300n;

  it('leaves one balance after it, debited or not yet', () => {
    expect(after(1_000n, false)).toBe(700n);
    expect(after(700n, false)).toBe(700n);
    expect(after(700n, true)).toBe(700n);
  });

  it('counts what happened since: another bet, a payout', () => {
    expect(after(500n, false), 'another device bet 500').toBe(200n);
    expect(after(200n, true), 'and the slip is in').toBe(200n);
    expect(after(1_500n, false), 'a payout of 500').toBe(1_200n);
    expect(after(1_200n, true)).toBe(1_200n);
  });
});
