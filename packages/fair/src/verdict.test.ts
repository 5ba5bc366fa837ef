import { expect, test } from 'vitest';
import { EXIT_CODES, providerOf } from './verdict.ts';

test.each([
  ['not-pinned', 'reader'],
  ['no-receipt', 'reader'],
  ['no-draw', 'reader'],
  ['other-witnesses', 'reader'],
  ['undated-void', 'reader'],
  ['not-witnessed', 'witnesses'],
  ['table-not-witnessed', 'witnesses'],
  ['witness-silent', 'witnesses'],
  ['no-seal', 'house'],
  ['not-drawn-yet', 'house'],
  ['no-tables', 'house'],
])('%s is asked of the %s', (reason, provider) => {
  expect(providerOf(reason)).toBe(provider);
});

test('each verdict has its exit code; two mean that all is well', () => {
  expect(EXIT_CODES).toEqual({
    verified: 0,
    void: 0,
    breach: 1,
    'time-not-proven': 3,
    'void-time-not-proven': 3,
    pending: 4,
    overdue: 5,
    incomplete: 6,
  });
});
