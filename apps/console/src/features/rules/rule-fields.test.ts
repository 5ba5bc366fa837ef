import { expect, test } from 'vitest';
import { type RuleValues, ruleChanges } from './rule-fields.ts';

const rule: RuleValues = {
  withdrawalMinMinor: '1000',
  withdrawalMaxMinor: '9000000',
  withdrawalsPerDay: 3,
  reviewFromMinor: '500000',
  twoPeopleFromMinor: '2000000',
  topUpMinMinor: '1000',
  topUpMaxMinor: '100000',
  topUpDayMaxMinor: null,
  usualSeconds: 300,
  fastestSeconds: 120,
};

test.each<[string, Partial<RuleValues>]>([
  ['a larger smallest withdrawal', { withdrawalMinMinor: '10000' }],
  ['a smaller largest one', { withdrawalMaxMinor: '10000' }],
  ['fewer a day', { withdrawalsPerDay: 2 }],
  ['a review from less on', { reviewFromMinor: '90000' }],
  ['a longer wait', { usualSeconds: 3_000 }],
  ['a longer fastest', { fastestSeconds: 121 }],
])('%s is tighter, and its contrary is not', (_, change) => {
  expect(ruleChanges(rule, { ...rule, ...change })).toMatchObject([{ tighter: true }]);
  expect(ruleChanges({ ...rule, ...change }, rule)).toMatchObject([{ tighter: false }]);
});

test('rules about top-ups never restrict a withdrawal', () => {
  const changed = { ...rule, topUpMinMinor: '2000', topUpMaxMinor: '5000', topUpDayMaxMinor: '5000' };
  expect(ruleChanges(rule, changed).map(({ name, tighter }) => [name, tighter])).toEqual([
    ['topUpMinMinor', false],
    ['topUpMaxMinor', false],
    ['topUpDayMaxMinor', false],
  ]);
  expect(ruleChanges(rule, rule)).toEqual([]);
});

test.each(['900000', '9000000'])(
  'a changed threshold of %s for two approvers takes effect after the delay, whether lower or higher',
  (twoPeopleFromMinor) => {
    expect(ruleChanges(rule, { ...rule, twoPeopleFromMinor })).toMatchObject([{ tighter: true }]);
  },
);
