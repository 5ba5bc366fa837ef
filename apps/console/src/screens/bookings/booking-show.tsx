import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { bookingsApi, type ListedBooking } from '../../api/members/bookings.ts';
import { type BookingAct, BookingDialogs } from '../../features/bookings/booking-dialogs.tsx';
import { type Choice, Choices } from '../../features/decision/choices.tsx';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { BookingChip } from './booking-chip.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { BookingMessages } from './booking-messages.tsx';
import { startsAt } from './starts.ts';

/** One booking request: its member, facts, conversation, and the concierge's choices. */
export function BookingShow() {
  return <ShowPage<ListedBooking>>{(booking) => <Booking key={booking.key} booking={booking} />}</ShowPage>;
}

function Booking({ booking }: { booking: ListedBooking & { key: string } }) {
  const t = useText();
  const times = useTimes();
  const words = useHouseWords();
  const may = useMay();
  const queue = useBookingQueue();
  const [open, setOpen] = useState<BookingAct | null>(null);
  const [isDecided, setIsDecided] = useState(false);
  const { key, memberId, userName, state, service, city } = booking;
  const mayAct = may('POST /api/console/members/{memberId}/bookings/{id}/propose');
  const choices = useChoices(booking, setOpen);
  const host = booking.hostName || t('reports.removedHost');
  const { day, hour } = startsAt(booking);
  return (
    <DecisionPage
      back={{ to: '/bookings', name: t('bookings.title') }}
      title={t('bookings.one', { service: t(`hosts.service.${service}`), host })}
      about={t(`bookings.inWords.${state}`, {
        ...{ name: userName, host, city: words(city, 'name') },
        when: t('bookings.at', { day: times.day(day), hour }),
      })}
      state={<BookingChip state={state} />}
      member={{ id: memberId, userName }}
    >
      <BookingFacts booking={booking} />
      <BookingMessages booking={booking} />
      {mayAct ? (
        <Choices choices={choices}>
          {booking.hostIsShown || choices.length === 0 ? null : (
            <Alert severity="warning" variant="outlined">
              {t('bookings.hostHidden')}
            </Alert>
          )}
        </Choices>
      ) : (
        <Alert severity="info" variant="outlined">
          {t('bookings.readOnly')}
        </Alert>
      )}
      {mayAct && (state === 'asked' || isDecided) ? (
        <NextItem queue={queue} current={key} isDecided={isDecided} />
      ) : null}
      <BookingDialogs
        memberId={memberId}
        booking={booking}
        open={open}
        onDone={() => setIsDecided(true)}
        onClose={() => setOpen(null)}
      />
    </DecisionPage>
  );
}

/** What the concierge can do in this state. An ended request leaves nothing to do. */
function useChoices({ state, hostIsShown }: ListedBooking, open: (act: BookingAct) => void): Choice[] {
  const t = useText();
  if (state === 'declined' || state === 'done') return [];
  const about = (act: BookingAct) =>
    t(hostIsShown || act === 'done' || act === 'decline' ? `bookings.then.${act}` : 'bookings.then.gone');
  const choice = (act: BookingAct, letter: string): Choice => ({
    ...{ does: `desk.booking.${act}`, consequence: about(act), act: () => open(act), letter },
  });
  return [
    ...(state === 'asked' ? [{ ...choice('agree', 'a'), look: 'main' } as const] : []),
    ...(state === 'agreed' ? [{ ...choice('done', 'd'), look: 'main' } as const] : []),
    choice('propose', 't'),
    { ...choice('decline', 'r'), look: 'grave' },
  ];
}

/** Requests without an answer, by the nearest day. */
function useBookingQueue(): DecisionQueue<ListedBooking> {
  const t = useText();
  const times = useTimes();
  return {
    page: 'bookings',
    api: bookingsApi,
    filter: { state: 'asked' },
    isOpenTo: () => true,
    nameOf: ({ hostName, userName, day }) =>
      `${hostName || t('reports.removedHost')}, ${userName}, ${times.shortDay(day)}`,
  };
}
