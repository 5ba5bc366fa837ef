import type { Member } from '../../api/members/members.ts';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';

type Exclusion = Pick<NonNullable<Member['limits']['exclusion']>, 'kind' | 'untilMs'>;

/** Says what break a member is on, and until when. */
export function useBreakText(): (exclusion: Exclusion) => string {
  const t = useText();
  const times = useTimes();
  return ({ kind, untilMs }) =>
    untilMs === null ? t('members.break.for-ever') : t(`members.break.${kind}`, { until: times.minute(untilMs) });
}
