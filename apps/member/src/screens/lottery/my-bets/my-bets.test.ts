import { describe, expect, it } from 'vitest';
import type { Draw, Slip, SlipState } from '../../../api/shared/types.ts';
import { isNetWin, litBets, myPeriods, ofSlip, untilFallen, waitingStakes } from './my-bets.ts';

interface Bet {
  bet: string;
  stakeMinor: string;
  payoutMinor?: string;
}

let placed = 0;

function slip(period: number, bets: Bet[], state: SlipState = 'pending'): Slip {
  placed += 1;
  const selections = bets.map(({ bet, stakeMinor, payoutMinor = null }) => {
    const won = state === 'pending' ? null : payoutMinor !== null;
    return { bet, stakeMinor, won, payoutMinor };
  });
  const sum = (amounts: (string | null)[]) => String(amounts.reduce((total, one) => total + BigInt(one ?? 0), 0n));
  const totalMinor = sum(selections.map(({ stakeMinor }) => stakeMinor));
  const payoutMinor =
    state === 'pending' ? null : state === 'void' ? totalMinor : sum(selections.map((one) => one.payoutMinor));
  return { id: String(placed), period, state, placedAtMs: placed, selections, totalMinor, payoutMinor } as Slip;
}

const big = { bet: 'big', stakeMinor: '100' };
const odd = { bet: 'odd', stakeMinor: '50' };

describe('own bets at a table', () => {
  it('add up over the slips of a period', () => {
    const [only] = myPeriods([slip(7, [big]), slip(7, [big, odd])], 7);
    expect([...(only?.stakes ?? [])]).toEqual([
      ['big', 200n],
      ['odd', 50n],
    ]);
    expect(only).toMatchObject({ period: 7, stakedMinor: 250n, result: null });
  });

  it('are shown for the open period and the one before, newest first, and longer while a draw is late', () => {
    const slips = [slip(7, [big]), slip(6, [odd]), slip(5, [big]), slip(4, [big], 'lost')];
    expect(myPeriods(slips, 7).map(({ period }) => period)).toEqual([7, 6, 5]);
  });

  it('keep their last result until there are newer bets, or for ten periods', () => {
    const slips = [slip(5, [big], 'lost'), slip(4, [odd], 'won')];
    expect(myPeriods(slips, 7).map(({ period }) => period)).toEqual([5]);
    expect(myPeriods(slips, 15).map(({ period }) => period)).toEqual([5]);
    expect(myPeriods(slips, 16)).toEqual([]);
    expect(myPeriods([...slips, slip(7, [big])], 7).map(({ period }) => period)).toEqual([7]);
    expect(myPeriods([...slips, slip(3, [big])], 7).map(({ period }) => period)).toEqual([3]);
    expect(myPeriods([], 7)).toEqual([]);
  });

  it('have no result until every slip of the period is settled', () => {
    const [own] = myPeriods([slip(6, [big], 'lost'), slip(6, [odd])], 7);
    expect(own?.result).toBeNull();
  });

  it('have a result for each slip alone', () => {
    const [lost, won] = [slip(6, [big], 'lost'), slip(6, [{ ...odd, payoutMinor: '96' }], 'won')];
    const periods = myPeriods([lost, won], 7);
    expect(ofSlip(periods, won.id)).toMatchObject({ stakedMinor: 50n, result: { key: 'won', paidMinor: 96n } });
    expect(ofSlip(periods, lost.id)).toMatchObject({ stakedMinor: 100n, result: { key: 'some', paidMinor: 0n } });
    expect(ofSlip(periods, 'unknown')).toBeNull();
  });

  it('are won only if more came back than was staked in the whole period', () => {
    const won = slip(6, [{ ...big, payoutMinor: '192' }], 'won');
    expect(myPeriods([won], 7)[0]?.result).toEqual({ key: 'won', paidMinor: 192n });
    const lost = slip(6, [{ bet: 's9', stakeMinor: '92' }], 'lost');
    expect(myPeriods([won, lost], 7)[0]?.result).toEqual({ key: 'some', paidMinor: 192n });
    expect(myPeriods([lost], 7)[0]?.result).toEqual({ key: 'some', paidMinor: 0n });
  });

  it('distinguish a void draw, and show what each winning bet paid', () => {
    expect(myPeriods([slip(6, [big], 'void')], 7)[0]?.result).toEqual({ key: 'void', paidMinor: 100n });
    const won = slip(6, [{ ...big, payoutMinor: '192' }, odd], 'won');
    expect([...(myPeriods([won, won], 7)[0]?.payouts ?? [])]).toEqual([['big', 384n]]);
  });

  it('lie on their cells until the draw', () => {
    const periods = myPeriods([slip(7, [big]), slip(6, [big, odd]), slip(6, [odd])], 7);
    expect([...waitingStakes(periods)]).toEqual([
      ['big', 200n],
      ['odd', 100n],
    ]);
    expect(waitingStakes(myPeriods([slip(6, [big], 'lost')], 7)).size).toBe(0);
  });

  it('hide their result until the dice lie still', () => {
    const latest = { period: 6, dice: [4, 5, 6] } as unknown as Draw;
    const periods = myPeriods([slip(7, [odd]), slip(6, [{ ...big, payoutMinor: '192' }], 'won')], 7);
    const falling = untilFallen(periods, latest, null);
    expect(falling.map(({ result }) => result)).toEqual([null, null]);
    expect(litBets([big, odd], falling, null)).toBeNull();
    expect(untilFallen(periods, latest, latest)).toEqual(periods);
    const dark = { ...latest, dice: null, state: 'void' } as Draw;
    expect(untilFallen(myPeriods([slip(6, [big], 'void')], 7), dark, null)[0]?.result?.key).toBe('void');
  });

  it('light the winning bets of their draw, with what each paid', () => {
    const fallen = { period: 6, dice: [4, 5, 6] } as unknown as Draw;
    const periods = myPeriods([slip(6, [{ ...big, payoutMinor: '192' }], 'won')], 7);
    const bets = [big, odd, { bet: 'small' }];
    expect([...(litBets(bets, periods, fallen) ?? [])]).toEqual([
      ['big', 192n],
      ['odd', 0n],
    ]);
    expect(litBets(bets, myPeriods([slip(7, [big])], 7), fallen)).toBeNull();
  });

  it('are a net win only if they paid more than they cost', () => {
    const draw = { period: 6, dice: [1, 1, 2] } as Partial<Draw> as Draw;
    const won = slip(
      6,
      [
        { ...odd, payoutMinor: '96' },
        { ...big, stakeMinor: '45' },
      ],
      'won',
    );
    const even = slip(
      6,
      [
        { ...odd, payoutMinor: '96' },
        { ...big, stakeMinor: '46' },
      ],
      'won',
    );
    expect(isNetWin(myPeriods([won], 7), draw)).toBe(true);
    expect(isNetWin(myPeriods([even], 7), draw)).toBe(false);
    expect(isNetWin(myPeriods([won], 7), { ...draw, period: 5 })).toBe(false);
    expect(isNetWin(myPeriods([won], 7), null)).toBe(false);
  });
});
