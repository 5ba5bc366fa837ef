import type { CorrectionAsk, MemberMessage } from '../../api/members/members.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

/** Parameters of a message as text, with amounts and times formatted. */
export function useMessageFacts(): (params: MemberMessage['params']) => string {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  return (params) =>
    Object.entries(params)
      .filter(([name]) => !/Id$/.test(name))
      .map(([name, value]) => {
        if (name === 'direction') return t(`corrections.${value as CorrectionAsk['direction']}`);
        if (name.endsWith('Ms')) return times.minute(Number(value));
        return name.endsWith('Minor') ? money(String(value)) : String(value);
      })
      .join(' · ');
}
