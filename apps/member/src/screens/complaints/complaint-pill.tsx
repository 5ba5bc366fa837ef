import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslations } from 'use-intl';
import { serverClock } from '../../api/shared/clock.ts';
import type { FormalComplaint } from '../../api/shared/types.ts';
import { Pill } from '../../ui/pill/pill.tsx';

/** True if the house missed its deadline. */
export function isLate({ dueAtMs }: Pick<FormalComplaint, 'dueAtMs'>): boolean {
  return dueAtMs !== null && serverClock.now() > dueAtMs;
}

/** Stage of a complaint, as a word with an icon; a missed deadline instead. */
export function ComplaintPill({ complaint }: { complaint: Pick<FormalComplaint, 'stage' | 'dueAtMs'> }) {
  const t = useTranslations('complaints.stages');
  const late = isLate(complaint);
  const isDone = complaint.dueAtMs === null;
  const Sign = late ? TriangleAlert : isDone ? Check : Clock;
  return (
    <Pill
      tone={late ? 'bad' : isDone ? 'good' : 'wait'}
      sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}
    >
      {t(late ? 'late' : complaint.stage)}
    </Pill>
  );
}
