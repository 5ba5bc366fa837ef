import type { Step, Verification } from '@tercet/fair';
import { describe, expect, it } from 'vitest';
import { sharedResult } from './shared-result.ts';

const step = (id: Step['id'], state: Step['state'], values: Step['values'] = {}): Step => ({
  ...{ id, state, values },
  reason: state === 'ok' ? null : 'a-reason',
});

const checkOf = (steps: Step[], houseRun = false): Verification => ({
  ...{ verdict: 'verified', timeGaps: [], missing: [], withheld: null },
  ...{ houseRun, steps },
});

const DICE = step('dice', 'ok', { dice: '1 2 6' });

describe('the picture of a result', () => {
  it('shows the dice that the check computed', () => {
    const shared = sharedResult('dice-30/17', checkOf([step('beacon', 'ok'), DICE], true));
    expect(shared).toEqual({
      drawId: 'dice-30/17',
      lotteryKey: 'dice-30',
      period: 17,
      dice: [1, 2, 6],
      houseRun: true,
    });
  });

  it('exists before the reader confirms the key', () => {
    const open = step('dice', 'open', { dice: '1 2 6' });
    expect(sharedResult('dice-30/17', checkOf([open]))?.dice).toEqual([1, 2, 6]);
  });

  it('does not exist if anything was refuted, or no dice were computed', () => {
    for (const id of ['table', 'seal', 'dice', 'claims'] as const) {
      expect(sharedResult('dice-30/17', checkOf([DICE, step(id, 'refuted', { dice: '6 6 6' })]))).toBeNull();
    }
    expect(sharedResult('dice-30/17', checkOf([step('dice', 'open')]))).toBeNull();
    expect(sharedResult('dice-30/17', checkOf([]))).toBeNull();
    expect(sharedResult('no draw', checkOf([DICE]))).toBeNull();
  });
});
