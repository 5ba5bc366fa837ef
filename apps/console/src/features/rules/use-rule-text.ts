import { useMoney } from '../format/use-money.ts';
import { useText } from '../language/use-text.ts';
import { RULE_FIELDS, type RuleChange, type RuleField } from './rule-fields.ts';

/** Formats one value of a money rule. */
export function useRuleText(): (name: RuleField, value: RuleChange['before']) => string {
  const t = useText();
  const money = useMoney();
  return (name, value) => {
    if (value === null) return t('rules.none');
    const kind = RULE_FIELDS.find((field) => field.name === name)?.kind;
    if (kind === 'amount') return money(String(value));
    return kind === 'seconds' ? t('rules.seconds', { seconds: value }) : String(value);
  };
}
