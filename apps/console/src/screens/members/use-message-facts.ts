import type { MemberMessage } from '../../api/members.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';

/** What a message tells beside its kind: amounts as amounts, moments as moments, and the rest as it is. */
export function useMessageFacts(): (params: MemberMessage['params']) => string {
  const money = useMoney();
  const times = useTimes();
  return (params) =>
    Object.entries(params)
      .filter(([name]) => !/Id$/.test(name))
      .map(([name, value]) => {
        if (name.endsWith('Ms')) return times.minute(Number(value));
        return name.endsWith('Minor') ? money(String(value)) : String(value);
      })
      .join(' · ');
}
