import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { noteSeen, type SeenForm } from '../../api/library/hosts.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { TimeField } from '../../features/schedule/time-field.tsx';

const DAY_MS = 86_400_000;
const DAYS_UNTIL = 365;
const KINDS = ['identity', 'age'] as const;

/** What was seen and how; never a copy or a number of it. */
export function RecordVerification({ hostId, onClose }: { hostId: string; onClose: () => void }) {
  const t = useText();
  const [form, setForm] = useState<Omit<SeenForm, 'years'> & { years: string }>(() => ({
    kind: 'identity',
    seenAtMs: Date.now(),
    untilMs: Date.now() + DAYS_UNTIL * DAY_MS,
    note: '',
    years: '',
  }));
  const act = useAct(
    () => noteSeen(hostId, { ...form, years: form.kind === 'age' ? Number.parseInt(form.years, 10) || 0 : null }),
    { said: () => t('hosts.done.note'), onDone: onClose },
  );
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const wrong = wrongFields(act.error);
  return (
    <ActDialog
      open
      title={t('hosts.noteSeen')}
      about={<Typography>{t('hosts.noteAbout')}</Typography>}
      act={t('hosts.note')}
      busy={act.isPending}
      error={act.error}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        select
        label={t('hosts.seenWhat')}
        value={form.kind}
        onChange={(event) => change({ kind: event.target.value as SeenForm['kind'] })}
      >
        {KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`hosts.seenKind.${kind}`)}
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
        label={t('hosts.seenAt')}
        hint={t('hosts.seenAtHint')}
        value={form.seenAtMs}
        onChange={(ms) => change({ seenAtMs: ms ?? Date.now() })}
        wrong={wrong.includes('seenAtMs')}
      />
      <TimeField
        label={t('hosts.seenUntil')}
        hint={t('hosts.seenUntilHint')}
        value={form.untilMs}
        onChange={(ms) => change({ untilMs: ms ?? Date.now() })}
        wrong={wrong.includes('untilMs')}
      />
      <TextField
        label={t('hosts.howSeen')}
        helperText={t('hosts.howSeenHint')}
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
