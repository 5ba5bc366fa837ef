import type { Hit } from '../../api/staff/search.ts';
import { useActName } from '../acts-log/use-act-name.ts';
import { useMoney } from '../format/use-money.ts';
import { useTimes } from '../format/use-times.ts';
import { useKnownText, useText } from '../language/use-text.ts';

/** Messages of the states of each kind. Acts are named by `useActName`. */
const STATES: Readonly<Record<Exclude<Hit['kind'], 'act'>, string>> = {
  member: 'members.state',
  withdrawal: 'withdrawals.state',
  payment: 'payments.state',
  'top-up': 'search.topUp',
  bet: 'search.bet',
  complaint: 'complaints.state',
  draw: 'figures.state',
  conversation: 'desk.state',
  visitor: 'desk.state',
  host: 'hosts.is',
  title: 'videos.state',
};

/** Messages of kinds whose `about` is a code. */
const ABOUT: Readonly<Partial<Record<Hit['kind'], string>>> = {
  conversation: 'desk.about',
  visitor: 'visitors.about',
};

/** Facts of a found thing beside its name, in the reader's language. */
export function useHitFacts(): (hit: Hit) => { about: string; facts: string } {
  const t = useText();
  const known = useKnownText();
  const money = useMoney();
  const times = useTimes();
  const actName = useActName();
  return ({ kind, about, state, amountMinor, atMs }) => {
    const stateText = state === null ? null : kind === 'act' ? actName(state) : known(`${STATES[kind]}.${state}`);
    const aboutText = ABOUT[kind] === undefined ? about : known(`${ABOUT[kind]}.${about}`);
    const own = kind === 'complaint' || kind === 'top-up' || kind === 'visitor' ? t(`search.kind.${kind}`) : null;
    const amount = amountMinor === null ? null : money(amountMinor);
    const at = atMs === null ? null : times.minute(atMs);
    return {
      about: [own, aboutText].filter(Boolean).join(' · '),
      facts: [amount, stateText ?? state, at].filter(Boolean).join(' · '),
    };
  };
}
