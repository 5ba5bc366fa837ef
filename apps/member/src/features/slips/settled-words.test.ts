import { describe, expect, it } from 'vitest';
import type { Slip, SlipState } from '../../api/shared/types.ts';
import { outcomeOf, settledByDraw, settledWords } from './settled-words.ts';

function slip(totalMinor: string, payoutMinor: string | null, state: SlipState = 'won'): Slip {
  return { totalMinor, payoutMinor, state } as Slip;
}

describe('the text of a settlement', () => {
  it('is a win only above the stake', () => {
    expect(settledWords([slip('100', '192')], 7)).toEqual({ key: 'won', period: 7, paid: 192n, staked: 100n });
  });

  it('never celebrates a return at or below the stake', () => {
    expect(settledWords([slip('300', '300')], 7).key).toBe('some');
    expect(settledWords([slip('300', '192'), slip('100', '0', 'lost')], 7).key).toBe('some');
  });

  it('states equally plainly that nothing was won, or that stakes came back', () => {
    expect(settledWords([slip('100', '0', 'lost')], 7).key).toBe('lost');
    expect(settledWords([slip('100', '100', 'void'), slip('50', '50', 'returned')], 7).key).toBe('void');
  });
});

describe('the announcement of results', () => {
  it('is made draw by draw, without open ones', () => {
    const of = (id: string, period: number, state: SlipState) => ({ id, period, drawId: `dice-30/${period}`, state });
    const slips = [of('a', 8, 'void'), of('b', 7, 'won'), of('c', 9, 'pending'), of('d', 8, 'void')] as Slip[];
    expect(settledByDraw(slips).map((draw) => draw.map(({ id }) => id))).toEqual([['b'], ['a', 'd']]);
    expect(settledByDraw([])).toEqual([]);
  });
});

describe('the label of a slip', () => {
  it('is won only if more came back than was staked', () => {
    expect(outcomeOf(slip('100', '101'))).toBe('won');
    expect(outcomeOf(slip('100', '100'))).toBe('partly');
    expect(outcomeOf(slip('933', '190'))).toBe('partly');
  });

  it('is otherwise its state', () => {
    const states = ['pending', 'lost', 'void', 'returned'] as const;
    expect(states.map((state) => outcomeOf(slip('100', '100', state)))).toEqual(states);
  });
});
