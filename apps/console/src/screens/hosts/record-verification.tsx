import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { recordVerification, type VerificationForm } from '../../api/library/hosts.ts';
import { DAY_MS } from '../../durations.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { TimeField } from '../../features/schedule/time-field.tsx';

const DAYS_UNTIL = 365;
const KINDS = ['identity', 'age'] as const;

/** Records which document was checked and how; never a copy or number of it. */
export function RecordVerification({ hostId, onClose }: { hostId: string; onClose: () => void }) {
  const t = useText();
  const [form, setForm, draft] = useDraft<Omit<VerificationForm, 'years'> & { years: string }>(
    `hosts/${hostId}/verification`,
    () => ({
      kind: 'identity',
      verifiedAtMs: Date.now(),
      untilMs: Date.now() + DAYS_UNTIL * DAY_MS,
      note: '',
      years: '',
    }),
  );
  const act = useAct(
    () =>
      recordVerification(hostId, { ...form, years: form.kind === 'age' ? Number.parseInt(form.years, 10) || 0 : null }),
    { draft, confirmation: () => t('hosts.done.note'), onDone: onClose },
  );
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const wrong = wrongFields(act.error);
  return (
    <ActDialog
      open
      title={t('hosts.recordVerification')}
      about={<Typography>{t('hosts.noteAbout')}</Typography>}
      act={t('hosts.note')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        select
        label={t('hosts.verificationWhat')}
        value={form.kind}
        onChange={(event) => change({ kind: event.target.value as VerificationForm['kind'] })}
      >
        {KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`hosts.verificationKind.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      {form.kind === 'age' ? (
        <TextField
          label={t('hosts.years')}
          value={form.years}
          onChange={(event) => change({ years: event.target.value })}
          error={wrong.includes('years')}
          required
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        />
      ) : null}
      <TimeField
        label={t('hosts.verifiedAt')}
        hint={t('hosts.verifiedAtHint')}
        value={form.verifiedAtMs}
        onChange={(ms) => change({ verifiedAtMs: ms ?? Date.now() })}
        wrong={wrong.includes('verifiedAtMs')}
      />
      <TimeField
        label={t('hosts.validUntil')}
        hint={t('hosts.validUntilHint')}
        value={form.untilMs}
        onChange={(ms) => change({ untilMs: ms ?? Date.now() })}
        wrong={wrong.includes('untilMs')}
      />
      <TextField
        label={t('hosts.howVerified')}
        helperText={t('hosts.howVerifiedHint')}
        value={form.note}
        onChange={(event) => change({ note: event.target.value })}
        error={wrong.includes('note')}
        multiline
        minRows={2}
        required
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </ActDialog>
  );
}
