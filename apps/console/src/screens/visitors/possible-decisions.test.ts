import { expect, test } from 'vitest';
import { possibleDecisions } from './possible-decisions.ts';

const account = { userName: 'mira', seenAtMs: null, seenSinceRequest: false, stoppedAtMs: null };

test('a request that waits can be approved or refused', () => {
  expect(possibleDecisions({ state: 'waiting', account })).toEqual({ approve: true, refuse: true });
});

test('a request without an account can only be refused', () => {
  expect(possibleDecisions({ state: 'waiting', account: null })).toEqual({ approve: false, refuse: true });
});

test('an approval can be taken back by a refusal', () => {
  expect(possibleDecisions({ state: 'approved', account })).toEqual({ approve: false, refuse: true });
});

test.each(['refused', 'stopped', 'superseded', 'expired', 'done'] as const)(
  '%s: nothing is left to decide',
  (state) => {
    expect(possibleDecisions({ state, account })).toEqual({ approve: false, refuse: false });
    expect(possibleDecisions({ state, account: null })).toEqual({ approve: false, refuse: false });
  },
);
