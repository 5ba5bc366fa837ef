import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type Service, setService } from '../../api/house/settings.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { DraftNote } from '../../features/drafts/draft-note.tsx';
import { joinDrafts, useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { onlyWritten, type Texts } from '../../features/words/member-languages.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { Section } from '../../ui/section.tsx';
import { ServiceLink } from './service-link.tsx';

type Field = 'arrival' | 'helpTitle' | 'helpText';

interface ServiceDraft {
  open: boolean;
  hours: string;
  texts: Texts<Field>;
}

/** Read-only for staff who may not change it. */
export function ServiceForm({ service, hours: houseHours }: { service: Service | null; hours: string }) {
  const t = useText();
  const isOwner = useMay()('PUT /api/console/service');
  const [form, setForm, formDraft] = useDraft<ServiceDraft>(
    'service',
    { open: service?.open ?? true, hours: service?.hours ?? houseHours, texts: service?.texts ?? {} },
    { stays: true },
  );
  const { open, hours, texts } = form;
  const change = (part: Partial<ServiceDraft>) => setForm((before) => ({ ...before, ...part }));
  const [why, setWhy, whyDraft] = useDraft('service/why', '');
  const draft = joinDrafts(formDraft, whyDraft);
  const [asking, setAsking] = useState(false);
  const act = useAct(() => setService({ open, hours, texts: onlyWritten(texts), why }), {
    draft,
    confirmation: () => t('service.done'),
    onDone: () => setAsking(false),
  });
  return (
    <Stack spacing={2}>
      <Section title={t('service.desk')}>
        <Stack spacing={2} sx={{ maxWidth: 480 }}>
          <FormControlLabel
            control={<Switch checked={open} onChange={(_, next) => change({ open: next })} disabled={!isOwner} />}
            label={t('service.open')}
          />
          <TextField
            label={t('service.hours')}
            helperText={t('service.hoursHint')}
            value={hours}
            onChange={(event) => change({ hours: event.target.value })}
            error={hours.trim() === ''}
            disabled={!isOwner}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
        </Stack>
      </Section>
      <ServiceLink url={service?.url ?? null} />
      <Section title={t('words.title')}>
        <WordsEditor
          fields={[
            { name: 'arrival', label: t('service.arrival'), lengthMax: 300, rows: 2 },
            { name: 'helpTitle', label: t('service.helpTitle'), lengthMax: 120 },
            { name: 'helpText', label: t('service.helpText'), lengthMax: 2_000, rows: 4 },
          ]}
          texts={texts}
          onChange={(next) => change({ texts: next })}
          disabled={!isOwner}
          preview={(words, spoken) => <ServicePreview words={words} spoken={spoken} />}
        />
      </Section>
      {isOwner ? (
        <Button variant="contained" onClick={() => setAsking(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('service.save')}
        </Button>
      ) : null}
      <DraftNote draft={draft} />
      <ActDialog
        open={asking}
        title={t('service.save')}
        about={<Typography>{t('service.saveAbout')}</Typography>}
        act={t('service.saveAct')}
        busy={act.isPending}
        error={act.error}
        draft={whyDraft}
        onAct={() => act.mutate(undefined)}
        onClose={() => setAsking(false)}
      >
        <ReasonField value={why} onChange={setWhy} error={act.error} hint={t('act.whyLog')} />
      </ActDialog>
    </Stack>
  );
}

interface ServicePreviewProps {
  words: Readonly<Record<Field, string>>;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
}

/** Preview of the texts on Withdraw and Top up. */
function ServicePreview({ words: { arrival, helpTitle, helpText }, spoken }: ServicePreviewProps) {
  const t = useText();
  return (
    <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5, maxWidth: 390, bgcolor: 'background.default' }}>
      <Typography variant="caption" color="textSecondary">
        {t('service.onWithdraw')}
      </Typography>
      <Typography {...spoken} sx={{ overflowWrap: 'anywhere' }}>
        {arrival || '–'}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {t('service.onRecharge')}
      </Typography>
      <Box {...spoken} sx={{ overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{helpTitle || '–'}</Typography>
        <Typography color="textSecondary" sx={{ whiteSpace: 'pre-line' }}>
          {helpText}
        </Typography>
      </Box>
    </Paper>
  );
}
