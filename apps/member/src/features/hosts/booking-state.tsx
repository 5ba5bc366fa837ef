import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarX from 'lucide-react/icons/calendar-x';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import { useTranslations } from 'use-intl';
import type { Booking } from '../../api/shared/types.ts';
import { Pill, type PillTone } from '../../ui/pill/pill.tsx';

const LOOKS = {
  asked: ['wait', Clock],
  proposed: ['wait', CalendarClock],
  agreed: ['good', CalendarCheck],
  declined: ['plain', CalendarX],
  done: ['plain', Check],
} satisfies Record<Booking['state'], [PillTone, unknown]>;

/** The state of a booking request, as a word with an icon. */
export function BookingState({ state }: { state: Booking['state'] }) {
  const t = useTranslations('bookings.state');
  const [tone, Sign] = LOOKS[state];
  return (
    <Pill tone={tone as PillTone} sign={<Sign size={14} strokeWidth={2} aria-hidden="true" />}>
      {t(state)}
    </Pill>
  );
}
