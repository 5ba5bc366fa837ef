import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { agreeToBooking, type Booking, markBookingDone } from '../../api/members/bookings.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { DeclineBooking } from './decline-booking.tsx';
import { ProposeBooking } from './propose-booking.tsx';

type Open = 'propose' | 'decline' | 'agree' | 'done' | null;

/** The booking request of a conversation: what the member wants, its state, and the concierge's acts. */
export function BookingPart({ memberId, booking }: { memberId: string; booking: Booking }) {
  const t = useText();
  const times = useTimes();
  const mayAct = useMay()('POST /api/console/members/{memberId}/bookings/{id}/propose');
  const [open, setOpen] = useState<Open>(null);
  const { state, proposal, declinedBy, declinedWhy } = booking;
  const isOpen = state === 'asked' || state === 'proposed' || state === 'agreed';
  const shown = { memberId, booking };
  const close = () => setOpen(null);
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
      {open === 'propose' ? <ProposeBooking {...shown} onClose={close} /> : null}
      {open === 'decline' ? <DeclineBooking {...shown} onClose={close} /> : null}
      {open === 'agree' || open === 'done' ? <PlainAct {...shown} what={open} onClose={close} /> : null}
    </Section>
  );
}

interface PlainActProps {
  memberId: string;
  booking: Booking;
  what: 'agree' | 'done';
  onClose: () => void;
}

function PlainAct({ what, onClose, ...shown }: PlainActProps) {
  const t = useText();
  const act = useAct(() => (what === 'agree' ? agreeToBooking(shown) : markBookingDone(shown)), {
    confirmation: () => t('desk.booking.told'),
    onDone: onClose,
  });
  return (
    <ActDialog
      open
      title={t(`desk.booking.${what}`)}
      about={<Typography>{t(`desk.booking.${what}About`)}</Typography>}
      act={t(`desk.booking.${what}`)}
      busy={act.isPending}
      error={act.error}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    />
  );
}
