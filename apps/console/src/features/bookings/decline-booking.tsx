import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type Booking, declineBooking } from '../../api/members/bookings.ts';
import { ActDialog } from '../act/act-dialog.tsx';
import { useAct } from '../act/use-act.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { wrongFields } from '../forms/wrong-fields.ts';
import { useText } from '../language/use-text.ts';

const WHY_LENGTH_MAX = 500;

interface DeclineBookingProps {
  memberId: string;
  booking: Pick<Booking, 'id' | 'version'>;
  onDone?: () => void;
  onClose: () => void;
}

/** Declines a request, with a reason that the member reads. */
export function DeclineBooking({ onDone, onClose, ...shown }: DeclineBookingProps) {
  const t = useText();
  const [form, setForm, draft] = useDraft(`bookings/${shown.booking.id}/decline`, () => ({ why: '' }));
  const act = useAct(() => declineBooking(shown, form.why), {
    draft,
    confirmation: () => t('desk.booking.told'),
    onDone() {
      onClose();
      onDone?.();
    },
  });
  return (
    <ActDialog
      open
      grave
      title={t('desk.booking.decline')}
      about={<Typography>{t('desk.booking.declineAbout')}</Typography>}
      act={t('desk.booking.decline')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label={t('desk.booking.why')}
        value={form.why}
        onChange={(event) => setForm({ why: event.target.value })}
        error={wrongFields(act.error).includes('why')}
        multiline
        minRows={2}
        required
        slotProps={{ htmlInput: { maxLength: WHY_LENGTH_MAX } }}
      />
    </ActDialog>
  );
}
