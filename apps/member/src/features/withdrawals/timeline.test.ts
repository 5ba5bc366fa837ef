import { describe, expect, it } from 'vitest';
import type { Withdrawal } from '../../api/shared/types.ts';
import { timelineOf } from './timeline.ts';
import { shownStateOf } from './withdrawal-state.ts';

const T = 1_795_000_000_000;
const HOLD = { authority: 'Tax office', reference: 'T-7', expiresAtMs: T + 99 };

function withdrawal(more: Partial<Withdrawal>): Withdrawal {
  return {
    id: '0',
    amountMinor: '5000',
    state: 'approved',
    payee: { bankName: 'Khan Bank', masked: '•••• 4242', kind: 'card' },
    submittedAtMs: T,
    reviewDueAtMs: null,
    approvedAtMs: null,
    endedAtMs: null,
    expectedAtMs: T + 300,
    closing: false,
    refusal: null,
    traceRef: null,
    legalHold: null,
    steps: [{ state: 'submitted', atMs: T }],
    ...more,
  };
}

const entries = (of: Withdrawal) => timelineOf(of).map(({ what, atMs, coming }) => [what, atMs, coming]);

describe('the time line of a withdrawal', () => {
  it('ends with the payment that is expected', () => {
    const steps: Withdrawal['steps'] = [
      { state: 'submitted', atMs: T },
      { state: 'approved', atMs: T + 1 },
    ];
    expect(entries(withdrawal({ steps }))).toEqual([
      ['submitted', T, false],
      ['approved', T + 1, false],
      ['payment', T + 300, true],
    ]);
  });

  it('gives the time at which a review ends by itself', () => {
    const steps: Withdrawal['steps'] = [
      { state: 'submitted', atMs: T },
      { state: 'in-review', atMs: T },
    ];
    expect(entries(withdrawal({ state: 'in-review', reviewDueAtMs: T + 86_400_000, steps })).slice(2)).toEqual([
      ['approval', T + 86_400_000, true],
      ['payment', T + 300, true],
    ]);
  });

  it('shows an order before the steps that wait for it, and promises no time', () => {
    const held = withdrawal({ state: 'in-review', reviewDueAtMs: T + 50, legalHold: HOLD });
    expect(entries(held).slice(1)).toEqual([
      ['on-hold', HOLD.expiresAtMs, false],
      ['payment', null, true],
    ]);
    expect(shownStateOf(held)).toBe('on-hold');
  });

  it('hides an order that came too late to stop it', () => {
    const sent = withdrawal({ state: 'sent', legalHold: HOLD });
    expect(shownStateOf(sent)).toBe('sent');
    expect(entries(sent).map(([what]) => what)).toEqual(['submitted', 'payment']);
  });

  it.each(['paid', 'refused', 'failed', 'returned'] as const)('has nothing to come once it is %s', (state) => {
    const steps: Withdrawal['steps'] = [
      { state: 'submitted', atMs: T },
      { state, atMs: T + 9 },
    ];
    const ended = withdrawal({ state, steps, expectedAtMs: null, legalHold: HOLD });
    expect(entries(ended).every(([, , coming]) => coming === false)).toBe(true);
    expect(shownStateOf(ended)).toBe(state);
  });
});
