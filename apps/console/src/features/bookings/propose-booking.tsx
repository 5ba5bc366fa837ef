import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type Booking, proposeBooking } from '../../api/members/bookings.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { ActDialog } from '../act/act-dialog.tsx';
import { useAct } from '../act/use-act.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { wrongFields } from '../forms/wrong-fields.ts';
import { useText } from '../language/use-text.ts';

const NOTE_LENGTH_MAX = 500;

interface ProposeBookingProps {
  memberId: string;
  booking: Pick<Booking, 'id' | 'version' | 'day' | 'hour' | 'proposal'>;
  onDone?: () => void;
  onClose: () => void;
}

/** Proposes a day and time. Names the next available day if the host is not available. */
export function ProposeBooking({ onDone, onClose, ...shown }: ProposeBookingProps) {
  const t = useText();
  const { booking } = shown;
  const [form, setForm, draft] = useDraft(`bookings/${booking.id}/proposal`, () => ({
    day: booking.proposal?.day ?? booking.day,
    hour: booking.proposal?.hour ?? booking.hour,
    note: '',
  }));
  const act = useAct(() => proposeBooking(shown, form), {
    draft,
    confirmation: () => t('desk.booking.told'),
    onDone() {
      onClose();
      onDone?.();
    },
  });
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const wrong = wrongFields(act.error);
  const { nextDay } = act.error === null ? { nextDay: undefined } : asProblem(act.error).params;
  return (
    <ActDialog
      open
      title={t('desk.booking.propose')}
      about={<Typography>{t('desk.booking.proposeAbout')}</Typography>}
      act={t('desk.booking.propose')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        type="date"
        label={t('desk.booking.day')}
        value={form.day}
        onChange={(event) => change({ day: event.target.value })}
        error={wrong.includes('day')}
        helperText={typeof nextDay === 'string' ? t('desk.booking.nextDay', { day: nextDay }) : undefined}
        required
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField
        type="time"
        label={t('desk.booking.hour')}
        value={form.hour}
        onChange={(event) => change({ hour: event.target.value })}
        error={wrong.includes('hour')}
        required
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField
        label={t('desk.booking.memberNote')}
        value={form.note}
        onChange={(event) => change({ note: event.target.value })}
        error={wrong.includes('note')}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: NOTE_LENGTH_MAX } }}
      />
    </ActDialog>
  );
}
