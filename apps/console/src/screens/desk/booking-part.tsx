import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useState } from 'react';
import type { Booking } from '../../api/members/bookings.ts';
import { type BookingAct, BookingDialogs } from '../../features/bookings/booking-dialogs.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';

/** The booking request of a conversation: what the member wants, its state, and the concierge's acts. */
export function BookingPart({ memberId, booking }: { memberId: string; booking: Booking }) {
  const t = useText();
  const times = useTimes();
  const mayAct = useMay()('POST /api/console/members/{memberId}/bookings/{id}/propose');
  const [open, setOpen] = useState<BookingAct | null>(null);
  const { state, proposal, declinedBy, declinedWhy } = booking;
  const isOpen = state === 'asked' || state === 'proposed' || state === 'agreed';
  return (
    <Section
      title={t('desk.booking.title')}
      actions={
        mayAct && isOpen ? (
          <>
            {state === 'asked' ? <Button onClick={() => setOpen('agree')}>{t('desk.booking.agree')}</Button> : null}
            {state === 'agreed' ? <Button onClick={() => setOpen('done')}>{t('desk.booking.done')}</Button> : null}
            <Button onClick={() => setOpen('propose')}>{t('desk.booking.propose')}</Button>
            <Button color="error" onClick={() => setOpen('decline')}>
              {t('desk.booking.decline')}
            </Button>
          </>
        ) : null
      }
    >
      <Facts>
        <Fact label={t('desk.booking.stateTitle')}>
          <Chip
            size="small"
            label={t(`desk.booking.state.${state}`)}
            color={state === 'agreed' ? 'success' : 'default'}
          />
        </Fact>
        <Fact label={t('desk.host')}>{booking.hostName === '' ? t('desk.booking.hidden') : booking.hostName}</Fact>
        <Fact label={t('desk.booking.service')}>{t(`hosts.service.${booking.service}`)}</Fact>
        <Fact label={t('desk.language')}>{memberLanguage(booking.language).name}</Fact>
        <Fact label={t('desk.booking.asked')}>{`${booking.day} ${booking.hour}`}</Fact>
        {booking.note === '' ? null : <Fact label={t('desk.booking.note')}>{booking.note}</Fact>}
        {proposal === null ? null : (
          <Fact label={t('desk.booking.proposed')}>{`${proposal.day} ${proposal.hour} ${proposal.note}`}</Fact>
        )}
        {declinedBy === null ? null : (
          <Fact label={t('desk.booking.declinedBy')}>
            {declinedWhy === null ? t(`desk.booking.by.${declinedBy}`) : declinedWhy}
          </Fact>
        )}
        <Fact label={t('desk.booking.changed')}>{times.exact(booking.changedAtMs)}</Fact>
      </Facts>
      <BookingDialogs memberId={memberId} booking={booking} open={open} onClose={() => setOpen(null)} />
    </Section>
  );
}
