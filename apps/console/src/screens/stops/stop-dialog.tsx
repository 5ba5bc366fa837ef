import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type NewStop, proposeStop, STOP_REASONS, type Stoppable } from '../../api/house/stops.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { TimeField } from '../../features/schedule/time-field.tsx';
import { useMay } from '../../features/session/store.ts';

interface StopForm {
  what: string;
  reason: NewStop['reason'];
  authority: string;
  reference: string;
  untilMs: number | null;
  why: string;
}

const EMPTY: StopForm = { what: '', reason: 'maintenance', authority: '', reference: '', untilMs: null, why: '' };

/** Proposes to stop betting on a table, or on all. Another person confirms it. */
export function StopDialog({ stoppable }: { stoppable: readonly Stoppable[] }) {
  const t = useText();
  const may = useMay();
  const times = useTimes();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [form, setForm, draft] = useDraft('stops/new', EMPTY);
  const act = useAct(() => proposeStop(stopOf(form), form.why), {
    draft,
    confirmation: () => t('stops.proposed'),
    onDone: ({ id }) => void navigate(`/proposals/${id}/show`),
  });
  if (!may('POST /api/console/stops')) return null;
  const chosen = stoppable.find(({ what }) => what === form.what);
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('stops.new')}
      </Button>
      <ActDialog
        open={open}
        title={t('stops.newTitle')}
        about={
          <Stack spacing={1}>
            <Typography>{t('stops.newAbout')}</Typography>
            {chosen === undefined ? null : (
              <Typography>{t('stops.earliest', { at: times.exact(chosen.earliestMs) })}</Typography>
            )}
          </Stack>
        }
        act={t('stops.newAct')}
        grave
        busy={act.isPending}
        error={act.error}
        draft={draft}
        onAct={() => act.mutate(undefined)}
        onClose={() => setOpen(false)}
      >
        <StopFields form={form} stoppable={stoppable} error={act.error} onChange={setForm} />
      </ActDialog>
    </>
  );
}

interface StopFieldsProps {
  form: StopForm;
  stoppable: readonly Stoppable[];
  error: unknown;
  onChange: (form: StopForm) => void;
}

function StopFields({ form, stoppable, error, onChange }: StopFieldsProps) {
  const t = useText();
  const wrong = error === null || error === undefined ? {} : asProblem(error).fields;
  const field = (name: 'what' | 'authority' | 'reference') => ({
    value: form[name],
    required: true,
    error: name in wrong,
    onChange: (event: { target: { value: string } }) => onChange({ ...form, [name]: event.target.value }),
  });
  return (
    <Stack spacing={2}>
      <TextField select label={t('stops.what')} {...field('what')}>
        {stoppable.map(({ what, name }) => (
          <MenuItem key={what} value={what}>
            {name ?? t('stops.all')}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('stops.reason')}
        helperText={t('stops.reasonHint')}
        value={form.reason}
        onChange={(event) => onChange({ ...form, reason: event.target.value as NewStop['reason'] })}
      >
        {STOP_REASONS.map((reason) => (
          <MenuItem key={reason} value={reason}>
            {t(`stops.reasons.${reason}`)}
          </MenuItem>
        ))}
      </TextField>
      {form.reason === 'authority' ? (
        <>
          <TextField label={t('stops.authority')} helperText={t('stops.latinHint')} {...field('authority')} />
          <TextField label={t('stops.reference')} helperText={t('stops.latinHint')} {...field('reference')} />
        </>
      ) : null}
      <TimeField
        label={t('stops.until')}
        hint={t('stops.untilHint')}
        value={form.untilMs}
        onChange={(untilMs) => onChange({ ...form, untilMs })}
        wrong={'untilMs' in wrong}
      />
      <ReasonField
        value={form.why}
        onChange={(why) => onChange({ ...form, why })}
        error={error}
        hint={t('rules.whyHint')}
        autoFocus={false}
      />
    </Stack>
  );
}

function stopOf({ what, reason, authority, reference, untilMs }: StopForm): NewStop {
  return { what, reason, order: reason === 'authority' ? { authority, reference } : null, untilMs };
}
