import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslations } from 'use-intl';
import { serverClock } from '../../api/shared/clock.ts';
import type { Complaint } from '../../api/shared/types.ts';
import { Pill, type PillTone } from '../../ui/pill/pill.tsx';
import { type ComplaintState, complaintState } from './complaint-state.ts';

const SIGNS = { open: Clock, late: TriangleAlert, answered: Check } satisfies Record<ComplaintState, unknown>;
const TONES: Record<ComplaintState, PillTone> = { open: 'wait', late: 'bad', answered: 'good' };

/** State of a question, as a word with an icon. */
export function QuestionPill({ complaint }: { complaint: Complaint }) {
  const t = useTranslations('questions.state');
  const state = complaintState(complaint, serverClock.now());
  const Sign = SIGNS[state];
  return (
    <Pill tone={TONES[state]} sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {t(state)}
    </Pill>
  );
}
