import type { ListedBooking } from '../../api/members/bookings.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

const TONE = { asked: 'wait', proposed: 'quiet', agreed: 'good', declined: 'quiet', done: 'good' } as const;

/** State of a booking request. Only a new one waits for the house. */
export function BookingChip({ state }: Pick<ListedBooking, 'state'>) {
  const t = useText();
  return <StateChip tone={TONE[state]} label={t(`desk.booking.state.${state}`)} />;
}
