import Typography from '@mui/material/Typography';
import { agreeToBooking, type Booking, markBookingDone } from '../../api/members/bookings.ts';
import { ActDialog } from '../act/act-dialog.tsx';
import { useAct } from '../act/use-act.ts';
import { useText } from '../language/use-text.ts';
import { DeclineBooking } from './decline-booking.tsx';
import { ProposeBooking } from './propose-booking.tsx';

/** An act of the concierge on a booking request. */
export type BookingAct = 'agree' | 'propose' | 'decline' | 'done';

interface BookingDialogsProps {
  memberId: string;
  booking: Pick<Booking, 'id' | 'version' | 'day' | 'hour' | 'proposal'>;
  /** Null: no dialog. */
  open: BookingAct | null;
  onDone?: () => void;
  onClose: () => void;
}

/** The dialogs of the concierge's acts, of which one may be open. */
export function BookingDialogs({ open, ...shown }: BookingDialogsProps) {
  if (open === null) return null;
  if (open === 'propose') return <ProposeBooking {...shown} />;
  return open === 'decline' ? <DeclineBooking {...shown} /> : <PlainAct {...shown} what={open} />;
}

interface PlainActProps extends Omit<BookingDialogsProps, 'open'> {
  what: 'agree' | 'done';
}

function PlainAct({ what, onDone, onClose, ...shown }: PlainActProps) {
  const t = useText();
  const act = useAct(() => (what === 'agree' ? agreeToBooking(shown) : markBookingDone(shown)), {
    confirmation: () => t('desk.booking.told'),
    onDone() {
      onClose();
      onDone?.();
    },
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
