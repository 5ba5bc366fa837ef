import type { MoneyRule, MoneyRuleForm } from '../../api/house/settings.ts';

export type RuleValues = Omit<MoneyRuleForm, 'why'>;
export type RuleField = keyof RuleValues;

/** `either`: lowering makes more withdrawals wait for two reviewers; raising removes the second reviewer from some. */
type Way = 'more' | 'less' | 'either';

interface FieldKind {
  name: RuleField;
  kind: 'amount' | 'count' | 'seconds';
  /** The direction that is stricter for withdrawals; null for rules about top-ups only. */
  tighterBy: Way | null;
  /** May be empty, which means no limit. */
  optional?: boolean;
}

/** All fields of the rule, in display order. */
export const RULE_FIELDS: readonly FieldKind[] = [
  { name: 'withdrawalMinMinor', kind: 'amount', tighterBy: 'more' },
  { name: 'withdrawalMaxMinor', kind: 'amount', tighterBy: 'less' },
  { name: 'withdrawalsPerDay', kind: 'count', tighterBy: 'less' },
  { name: 'reviewFromMinor', kind: 'amount', tighterBy: 'less' },
  { name: 'twoPeopleFromMinor', kind: 'amount', tighterBy: 'either' },
  { name: 'usualSeconds', kind: 'seconds', tighterBy: 'more' },
  { name: 'fastestSeconds', kind: 'seconds', tighterBy: 'more' },
  { name: 'topUpMinMinor', kind: 'amount', tighterBy: null },
  { name: 'topUpMaxMinor', kind: 'amount', tighterBy: null },
  { name: 'topUpDayMaxMinor', kind: 'amount', tighterBy: null, optional: true },
];

export interface RuleChange {
  name: RuleField;
  before: string | number | null;
  after: string | number | null;
  /**
   * True if withdrawals become stricter, or a second reviewer is dropped. The whole rule then waits 7 days in the book.
   */
  tighter: boolean;
}

/** The fields in which two rules differ. */
export function ruleChanges(before: RuleValues, after: RuleValues): RuleChange[] {
  return RULE_FIELDS.filter(({ name }) => before[name] !== after[name]).map(({ name, tighterBy }) => ({
    name,
    before: before[name],
    after: after[name],
    tighter: tighterBy !== null && isTighter(before[name], after[name], tighterBy),
  }));
}

function isTighter(before: RuleChange['before'], after: RuleChange['after'], by: Way): boolean {
  if (before === null || after === null) return false;
  if (by === 'either') return after !== before;
  return by === 'more' ? BigInt(after) > BigInt(before) : BigInt(after) < BigInt(before);
}

/** The rule without its version and time. */
export function valuesOf(rule: MoneyRule): RuleValues {
  return Object.fromEntries(RULE_FIELDS.map(({ name }) => [name, rule[name]])) as RuleValues;
}
