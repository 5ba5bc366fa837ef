import type { Member } from '../../api/members/members.ts';
import { useMoney } from '../format/use-money.ts';
import { useText } from '../language/use-text.ts';

type Kind = Member['limits']['limits'][number]['kind'];

/** Writes the value of a member's own limit: an amount, or minutes. Null: no limit. */
export function useLimitText(): (kind: Kind, value: string | null) => string {
  const t = useText();
  const money = useMoney();
  return (kind, value) => {
    if (value === null) return t('members.noLimit');
    return kind === 'session' || kind === 'check' ? t('members.minutes', { count: value }) : money(value);
  };
}
