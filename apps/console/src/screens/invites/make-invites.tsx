import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type MadeBatch, makeInvites } from '../../api/members/invites.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';
import { NewCodes } from './new-codes.tsx';

const EMPTY = { purpose: '', invites: '10', days: '30' };
const WHOLE = /^[1-9]\d{0,2}$/;
const INVITES_MAX = 200;
const DAYS_MAX = 90;

/** Creates a batch of single-use invites and shows their codes once. */
export function MakeInvites() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [form, setForm, draft] = useDraft('invites/make', EMPTY);
  const [submitted, setSubmitted] = useState(false);
  const [made, setMade] = useState<MadeBatch | null>(null);
  const act = useAct(makeInvites, {
    draft,
    onDone(batch) {
      setMade(batch);
      setSubmitted(false);
      setOpen(false);
    },
  });
  const faults = {
    purpose: form.purpose.trim() === '',
    invites: !isWithin(form.invites, INVITES_MAX),
    days: !isWithin(form.days, DAYS_MAX),
  };
  const submit = () => {
    setSubmitted(true);
    if (Object.values(faults).some(Boolean)) return;
    act.mutate({ purpose: form.purpose.trim(), invites: Number(form.invites), days: Number(form.days) });
  };
  const field = (name: keyof typeof EMPTY) => ({
    label: t(`invites.form.${name}`),
    helperText: t(`invites.hint.${name}`),
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    error: submitted && faults[name],
    required: true,
  });
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {t('invites.make')}
      </Button>
      <ActDialog
        open={open}
        title={t('invites.make')}
        about={<Typography>{t('invites.about')}</Typography>}
        act={t('invites.makeAct')}
        busy={act.isPending}
        error={act.error}
        draft={draft}
        onAct={submit}
        onClose={() => setOpen(false)}
      >
        <TextField {...field('purpose')} autoFocus slotProps={{ htmlInput: { maxLength: 200 } }} />
        <TextField {...field('invites')} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
        <TextField {...field('days')} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
      </ActDialog>
      {made === null ? null : <NewCodes batch={made} onClose={() => setMade(null)} />}
    </>
  );
}

function isWithin(typed: string, max: number): boolean {
  return WHOLE.test(typed.trim()) && Number(typed) <= max;
}
