import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { type CommonQuestion, saveQuestion } from '../../api/house/common-questions.ts';
import { Problem } from '../../api/shared/problem.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { onlyWritten, type Texts } from '../../features/words/member-languages.ts';
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { usePublishCheck } from '../../features/words/use-publish-check.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { useQuestionName } from './use-question-name.ts';

const PARTS = ['question', 'answer'] as const;
type Part = (typeof PARTS)[number];
const PLACE_MAX = 999;

export function QuestionCreate() {
  return (
    <RoleGuard needs="POST /api/console/common-questions">
      <QuestionForm known={null} />
    </RoleGuard>
  );
}

export function QuestionEdit() {
  return <ShowPage<CommonQuestion>>{(known) => <QuestionForm key={known.id} known={known} />}</ShowPage>;
}

/** Question and answer by language, their place in the list, and whether members see them. */
function QuestionForm({ known }: { known: CommonQuestion | null }) {
  const t = useText();
  const nameOf = useQuestionName();
  const mayChange = useMay()('POST /api/console/common-questions');
  const { draft, change, unsaved, act, check } = useQuestionForm(known);
  const wrong = wrongFields(act.error);
  const preview = (words: Readonly<Record<Part, string>>, spoken: { lang: string; dir: 'ltr' | 'rtl' }) => (
    <Preview words={words} spoken={spoken} />
  );
  return (
    <Form onSubmit={check.begin} draft={unsaved}>
      <BackLink to="/common-questions">{t('commonQuestions.title')}</BackLink>
      <PageHead title={known ? nameOf(known) : t('commonQuestions.create')} about={t('commonQuestions.about')} />
      <Section title={t('words.title')}>
        <WordsEditor
          fields={[
            { name: 'question', label: t('commonQuestions.question'), lengthMax: 120 },
            { name: 'answer', label: t('commonQuestions.answer'), lengthMax: 1_000, rows: 4 },
          ]}
          texts={draft.texts}
          onChange={(texts) => change({ texts })}
          wrong={wrong.includes('texts') ? [...PARTS] : wrong}
          disabled={!mayChange}
          preview={preview}
        />
      </Section>
      <Section title={t('commonQuestions.list')}>
        <Stack spacing={2}>
          <TextField
            label={t('commonQuestions.place')}
            helperText={t('commonQuestions.placeHint')}
            value={draft.place}
            onChange={(event) => change({ place: event.target.value })}
            error={wrong.includes('place')}
            disabled={!mayChange}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
            sx={{ maxWidth: 260 }}
          />
          <FormControlLabel
            disabled={!mayChange}
            control={<Switch checked={draft.hidden} onChange={(event) => change({ hidden: event.target.checked })} />}
            label={t('commonQuestions.hide')}
          />
        </Stack>
      </Section>
      <FormProblem error={check.problem ?? act.error} />
      {mayChange ? (
        <Button type="submit" variant="contained" loading={act.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('commonQuestions.review')}
        </Button>
      ) : null}
      <PublishDialog
        open={check.isOpen}
        title={t('commonQuestions.reviewTitle')}
        about={t(draft.hidden ? 'commonQuestions.hiddenHint' : 'commonQuestions.saveHint')}
        act={t(draft.hidden ? 'canned.save' : 'commonQuestions.publish')}
        texts={draft.texts}
        preview={preview}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={check.close}
      />
    </Form>
  );
}

interface PreviewProps {
  words: Readonly<Record<Part, string>>;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
}

/** A question with its open answer at the width of a phone. */
function Preview({ words, spoken }: PreviewProps) {
  return (
    <Paper variant="outlined" sx={{ p: 2, maxWidth: 390, bgcolor: 'background.default' }} {...spoken}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{words.question || '…'}</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {words.answer || '…'}
      </Typography>
    </Paper>
  );
}

interface QuestionDraft {
  texts: Texts<Part>;
  place: string;
  hidden: boolean;
}

function useQuestionForm(known: CommonQuestion | null) {
  const t = useText();
  const navigate = useNavigate();
  const [draft, setDraft, unsaved] = useDraft<QuestionDraft>(`common-questions/${known?.id ?? 'new'}`, {
    texts: known?.texts ?? {},
    place: String(known?.place ?? 1),
    hidden: known?.hidden ?? false,
  });
  const check = usePublishCheck(() => missingIn(draft));
  const act = useAct(
    () => {
      const { texts, place, hidden } = draft;
      return saveQuestion(known?.id ?? null, { texts: onlyWritten(texts), place: Number(place), hidden });
    },
    { draft: unsaved, confirmation: () => t('commonQuestions.done'), onDone: () => void navigate('/common-questions') },
  );
  const change = (part: Partial<QuestionDraft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, unsaved, act, check };
}

/** Null if each written language has question and answer, and the place is a number of the list. */
function missingIn({ texts, place }: QuestionDraft): Problem | null {
  const written = Object.values(onlyWritten(texts));
  const isWhole = written.length > 0 && written.every((words) => PARTS.every((part) => words[part]?.trim()));
  if (!isWhole) return new Problem('question-incomplete', 0);
  const isPlace = /^\d{1,3}$/.test(place.trim()) && Number(place) >= 1 && Number(place) <= PLACE_MAX;
  return isPlace ? null : new Problem('place-bad', 0, {}, { place: 'place-bad' });
}
