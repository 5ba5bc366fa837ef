import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { proposeLegalHold } from '../../api/members/legal-holds.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';

const EMPTY = { authority: '', reference: '', expires: '', why: '' };

/** Enters a legal hold. It takes effect after a second person confirms it. */
export function ProposeHold({ memberId }: { memberId: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [form, setForm, draft] = useDraft(`members/${memberId}/legal-hold`, EMPTY);
  const act = useAct(
    () => {
      const { authority, reference, expires, why } = form;
      const expiresAtMs = expires === '' ? 0 : new Date(`${expires}T23:59:59`).getTime();
      return proposeLegalHold(memberId, { authority, reference, expiresAtMs, why });
    },
    {
      draft,
      confirmation: () => t('holds.done.propose'),
      onDone() {
        setOpen(false);
      },
    },
  );
  const fields = act.error === null ? {} : asProblem(act.error).fields;
  const field = (name: 'authority' | 'reference' | 'expires', serverName: string = name) => ({
    label: t(`holds.form.${name}`),
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    error: serverName in fields,
    required: true,
  });
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)} sx={{ alignSelf: 'flex-start' }}>
        {t('holds.propose')}
      </Button>
      <ActDialog
        open={open}
        title={t('holds.propose')}
        about={<Typography>{t('holds.aboutOf.propose')}</Typography>}
        act={t('holds.proposeAct')}
        busy={act.isPending}
        error={act.error}
        draft={draft}
        onAct={() => act.mutate(undefined)}
        onClose={() => setOpen(false)}
      >
        <TextField {...field('authority')} autoFocus />
        <TextField {...field('reference')} />
        <TextField
          {...field('expires', 'expiresAtMs')}
          type="date"
          helperText={t('holds.form.expiresHint')}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <ReasonField
          value={form.why}
          onChange={(why) => setForm({ ...form, why })}
          error={act.error}
          autoFocus={false}
        />
      </ActDialog>
    </>
  );
}
