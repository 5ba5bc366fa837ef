import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { changeVideo, coverOf, createVideo, type Video } from '../../api/library/videos.ts';
import { Problem } from '../../api/shared/problem.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useAmounts } from '../../features/forms/amount-field.tsx';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { Section } from '../../ui/section.tsx';
import { AccessFields, PlaceFields } from './access-fields.tsx';
import { useAccessText } from './use-access-text.ts';
import { changesOf, draftOf, formOf, NEW_VIDEO, type VideoDraft } from './video-draft.ts';
import { VideoPreview } from './video-preview.tsx';

interface VideoFormProps {
  /** Null: a new title. */
  video: Video | null;
  /** The house's language. */
  house: string;
  mayChange: boolean;
  onSaved?: (video: Video) => void;
}

/** Texts, position and price of a title, with a preview. */
export function VideoForm({ video, house, mayChange, onSaved }: VideoFormProps) {
  const t = useText();
  const { read } = useAmounts();
  const access = useAccessText();
  const { draft, change, unsaved, wrong, act, submit } = useVideoForm({ video, house, onSaved });
  const disabled = !mayChange;
  const formed = formOf(draft, house, read);
  const mark = 'form' in formed ? access(formed.form.access) : '…';
  const fields = { draft, onChange: change, wrong, disabled };
  return (
    <Form onSubmit={submit} draft={unsaved}>
      <Section title={t('words.title')}>
        <WordsEditor
          fields={[
            { name: 'name', label: t('videos.name'), lengthMax: 120 },
            { name: 'description', label: t('videos.description'), lengthMax: 4_000, rows: 4 },
            {
              name: 'chapters',
              label: t('videos.chapters'),
              lengthMax: 5_000,
              rows: 3,
              hint: t('videos.chaptersHint'),
            },
          ]}
          texts={draft.texts}
          onChange={(texts) => change({ texts })}
          wrong={[...(wrong.includes('texts') ? ['name'] : []), ...(wrong.includes('chapters') ? ['chapters'] : [])]}
          disabled={disabled}
          preview={(words, spoken) => (
            <VideoPreview {...words} spoken={spoken} cover={video && coverOf(video)} mark={mark} />
          )}
        />
      </Section>
      <Section title={t('videos.place')}>
        <PlaceFields {...fields} />
      </Section>
      <Section title={t('videos.access')}>
        <AccessFields {...fields} />
      </Section>
      <FormProblem error={act.error} />
      {mayChange ? (
        <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" loading={act.isPending}>
            {t('videos.save')}
          </Button>
          <Typography color="textSecondary">{t(video === null ? 'videos.newHint' : 'videos.saveHint')}</Typography>
        </Stack>
      ) : null}
    </Form>
  );
}

interface VideoFormDraft {
  draft: VideoDraft;
  base: Video | null;
}

function useVideoForm({ video, house, onSaved }: Omit<VideoFormProps, 'mayChange'>) {
  const t = useText();
  const { read, write } = useAmounts();
  /** `base`: the title when editing began. Comparing with it separates own changes from those of others. */
  const [{ draft, base }, setForm, unsaved] = useDraft<VideoFormDraft>(
    `videos/${video?.id ?? 'new'}`,
    () => ({ draft: video === null ? NEW_VIDEO : draftOf(video, write), base: video }),
    { stays: video !== null },
  );
  const [missing, setMissing] = useState<readonly string[]>([]);
  const act = useAct(
    async () => {
      const formed = formOf(draft, house, read);
      setMissing('wrong' in formed ? formed.wrong : []);
      if ('wrong' in formed) throw new Problem('video-incomplete', 0);
      if (base === null) return createVideo(formed.form);
      const changes = changesOf(formed.form, base);
      return Object.keys(changes).length === 0 ? base : changeVideo(base.id, changes);
    },
    {
      confirmation: () => t('videos.done.save'),
      onDone(saved) {
        if (video !== null) setForm((before) => ({ ...before, base: saved }));
        unsaved.saved();
        onSaved?.(saved);
      },
    },
  );
  const submit = () => act.mutate(undefined);
  const change = (part: Partial<VideoDraft>) =>
    setForm((before) => ({ ...before, draft: { ...before.draft, ...part } }));
  return { draft, change, unsaved, wrong: [...missing, ...wrongFields(act.error)], act, submit };
}
