import type { Hit } from '../../api/staff/search.ts';
import { useActName } from '../acts-log/use-act-name.ts';
import { useMoney } from '../format/use-money.ts';
import { useTimes } from '../format/use-times.ts';
import { useKnownText, useText } from '../language/use-text.ts';

type KeyOf = (code: string) => string;

/** Messages of the states of each kind, as templates: the build finds the texts to load by them. */
const STATES: Readonly<Record<Exclude<Hit['kind'], 'act'>, KeyOf>> = {
  member: (code) => `members.state.${code}`,
  withdrawal: (code) => `withdrawals.state.${code}`,
  payment: (code) => `payments.state.${code}`,
  'top-up': (code) => `search.topUp.${code}`,
  bet: (code) => `search.bet.${code}`,
  complaint: (code) => `complaints.state.${code}`,
  draw: (code) => `figures.state.${code}`,
  conversation: (code) => `desk.state.${code}`,
  visitor: (code) => `desk.state.${code}`,
  host: (code) => `hosts.is.${code}`,
  title: (code) => `videos.state.${code}`,
};

/** Messages of kinds whose `about` is a code. */
const ABOUT: Readonly<Partial<Record<Hit['kind'], KeyOf>>> = {
  conversation: (code) => `desk.about.${code}`,
  visitor: (code) => `visitors.about.${code}`,
};

/** Facts of a found thing beside its name, in the reader's language. */
export function useHitFacts(): (hit: Hit) => { about: string; facts: string } {
  const t = useText();
  const known = useKnownText();
  const money = useMoney();
  const times = useTimes();
  const actName = useActName();
  return ({ kind, about, state, amountMinor, atMs }) => {
    const stateText = state === null ? null : kind === 'act' ? actName(state) : known(STATES[kind](state));
    const aboutText = about === null ? null : (known(ABOUT[kind]?.(about) ?? '') ?? about);
    const own = kind === 'complaint' || kind === 'top-up' || kind === 'visitor' ? t(`search.kind.${kind}`) : null;
    const amount = amountMinor === null ? null : money(amountMinor);
    const at = atMs === null ? null : times.minute(atMs);
    return {
      about: [own, aboutText].filter(Boolean).join(' · '),
      facts: [amount, stateText ?? state, at].filter(Boolean).join(' · '),
    };
  };
}
