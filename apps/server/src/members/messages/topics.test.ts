import { expect, test } from 'vitest';
import { filterOf, isSecurity, NOT_ACCOUNT, startsOf, topicOf } from './topics.ts';

test.each([
  ['withdrawal-paid', 'money', 'money', false],
  ['top-up-credited', 'money', 'money', false],
  ['legal-hold-set', 'money', 'money', false],
  ['complaint-answered', 'play', 'play', false],
  ['host-report-decided', 'house', 'house', false],
  ['desk-answered', 'desk', 'account', false],
  ['identity-verified', 'account', 'account', false],
  ['recovery-requested', 'account', 'account', true],
  ['login-password-changed', 'account', 'account', true],
  ['payee-replacing', 'account', 'account', true],
  ['a-newer-kind', 'account', 'account', false],
])('%s is about %s, listed with %s', (kind, topic, filter, security) => {
  expect([topicOf(kind), filterOf(kind), isSecurity(kind)]).toEqual([topic, filter, security]);
});

test('every kind is listed by exactly one filter', () => {
  for (const kind of ['withdrawal-paid', 'complaint-answered', 'desk-answered', 'general', 'host-report-decided']) {
    const lists = (['money', 'play', 'account', 'house'] as const).filter((filter) => {
      const starts = startsOf(filter);
      if (starts === null) return !NOT_ACCOUNT.some((start) => kind.startsWith(start));
      return starts.some((start) => kind.startsWith(start));
    });
    expect(lists).toEqual([filterOf(kind)]);
  }
});
