import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type FaceForm as Draft, type Face, sendLogo, setFace } from '../../api/house/face.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { DraftNote } from '../../features/drafts/draft-note.tsx';
import { joinDrafts, useDraft } from '../../features/drafts/use-draft.ts';
import { FileButton } from '../../features/forms/file-button.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { Section } from '../../ui/section.tsx';
import { AccentField } from './accent-field.tsx';
import { draftOf, readFaceForm } from './face-draft.ts';
import { FacePreview } from './face-preview.tsx';

/** Read-only for staff who may not change it. Members see a change only after its preview is confirmed. */
export function FaceForm({ face }: { face: Face }) {
  const t = useText();
  const isOwner = useMay()('PUT /api/console/face');
  const [draft, setDraft, formDraft] = useDraft<Draft>('face', draftOf(face), { stays: true });
  const [why, setWhy, whyDraft] = useDraft('face/why', '');
  const unsaved = joinDrafts(formDraft, whyDraft);
  const [asking, setAsking] = useState(false);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const upload = useAct(sendLogo, { onDone: ({ id }) => change({ logo: id }) });
  const read = readFaceForm(draft);
  const act = useAct((plan: Draft) => setFace(plan, why), {
    draft: unsaved,
    confirmation: () => t('face.done'),
    onDone: () => setAsking(false),
  });
  return (
    <Stack spacing={2}>
      <Section title={t('face.identity')}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))' }}>
          <TextField
            label={t('face.name')}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            error={draft.name.trim() === ''}
            disabled={!isOwner}
            required
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
          <AccentField
            theme="light"
            value={draft.accentLight}
            disabled={!isOwner}
            onChange={(accentLight) => change({ accentLight })}
          />
          <AccentField
            theme="dark"
            value={draft.accentDark}
            disabled={!isOwner}
            onChange={(accentDark) => change({ accentDark })}
          />
          <TextField
            select
            label={t('face.ground')}
            value={draft.ground}
            onChange={(event) => change({ ground: event.target.value as Draft['ground'] })}
            disabled={!isOwner}
          >
            <MenuItem value="paper">{t('face.grounds.paper')}</MenuItem>
            <MenuItem value="accent">{t('face.grounds.accent')}</MenuItem>
          </TextField>
        </Box>
        {isOwner ? (
          <Stack spacing={1} sx={{ mt: 2 }}>
            <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
              <FileButton
                accept="image/jpeg,image/png,image/webp"
                busy={upload.isPending}
                onFile={(file) => upload.mutate(file)}
              >
                {t('face.choose')}
              </FileButton>
              {draft.logo === null ? null : <Button onClick={() => change({ logo: null })}>{t('face.ownMark')}</Button>}
              <Typography color="textSecondary">{t('face.chooseHint')}</Typography>
            </Stack>
            <FormProblem error={upload.error} />
          </Stack>
        ) : null}
      </Section>
      <Section title={t('face.preview')}>
        {read === null ? (
          <Typography color="textSecondary">{t('face.fixFirst')}</Typography>
        ) : (
          <FacePreview face={read} />
        )}
      </Section>
      {isOwner ? (
        <Button
          variant="contained"
          disabled={read === null}
          onClick={() => setAsking(true)}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('face.save')}
        </Button>
      ) : null}
      <DraftNote draft={unsaved} />
      {asking && read !== null ? (
        <ActDialog
          open
          title={t('face.save')}
          about={<Typography>{t('face.saveAbout')}</Typography>}
          act={t('face.saveAct')}
          busy={act.isPending}
          error={act.error}
          draft={whyDraft}
          onAct={() => act.mutate(read)}
          onClose={() => setAsking(false)}
        >
          <FacePreview face={read} />
          <ReasonField value={why} onChange={setWhy} error={act.error} hint={t('act.whyLog')} />
        </ActDialog>
      ) : null}
    </Stack>
  );
}
