import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { GUIDE_SECTIONS, type Guide, saveGuide } from '../../api/library/guide.ts';
import { asProblem, Problem } from '../../api/shared/problem.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { onlyWritten, type Texts } from '../../features/words/member-languages.ts';
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { usePublishCheck } from '../../features/words/use-publish-check.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { Section } from '../../ui/section.tsx';

type Part = (typeof GUIDE_SECTIONS)[number];

interface GuideDraft {
  texts: Texts<Part>;
  after: number;
}

/** The five texts in each language. Only languages with all five are sent. */
export function GuideForm({ guide, mayChange }: { guide: Guide; mayChange: boolean }) {
  const t = useText();
  /** With the version that the writer started from. The server refuses the save if there is a newer one. */
  const [form, setForm, draft] = useDraft<GuideDraft>(
    mayChange ? 'guide' : `guide/${guide.version}`,
    { texts: guide.texts, after: guide.version },
    { stays: true },
  );
  const { texts, after } = form;
  const check = usePublishCheck(() => missingIn(texts));
  const act = useAct(
    async () => {
      try {
        return await saveGuide({ texts: onlyWritten(texts), after });
      } catch (error) {
        throw asProblem(error).code === 'too-late' ? new Problem('guide-overtaken', 409) : error;
      }
    },
    {
      confirmation: () => t('guide.done'),
      onDone({ version }) {
        setForm({ texts, after: version });
        draft.saved();
        check.close();
      },
    },
  );
  return (
    <Form onSubmit={check.begin} draft={draft}>
      <Section title={t('words.title')}>
        <WordsEditor
          fields={GUIDE_SECTIONS.map((name) => ({ name, label: t(`guide.part.${name}`), lengthMax: 2_000, rows: 3 }))}
          texts={texts}
          onChange={(next) => setForm({ texts: next, after })}
          wrong={wrongFields(act.error)}
          disabled={!mayChange}
          preview={(words, spoken) => <GuidePreview words={words} spoken={spoken} />}
        />
      </Section>
      <FormProblem error={check.problem} />
      {mayChange ? (
        <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" loading={act.isPending}>
            {t('guide.review')}
          </Button>
          <Typography color="textSecondary">{t('guide.saveHint')}</Typography>
        </Stack>
      ) : null}
      <PublishDialog
        open={check.isOpen}
        title={t('guide.reviewTitle')}
        about={t('guide.saveHint')}
        act={t('guide.save')}
        texts={texts}
        preview={(words, spoken) => <GuidePreview words={words} spoken={spoken} />}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={check.close}
      />
    </Form>
  );
}

/** Null if each written language has all five texts. */
function missingIn(texts: Texts<Part>): Problem | null {
  const written = Object.values(onlyWritten(texts));
  const isWhole = written.every((parts) => GUIDE_SECTIONS.every((part) => parts[part]?.trim()));
  return written.length > 0 && isWhole ? null : new Problem('guide-incomplete', 0);
}

interface GuidePreviewProps {
  words: Readonly<Record<Part, string>>;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
}

/** Preview at the width of a phone. */
function GuidePreview({ words, spoken }: GuidePreviewProps) {
  const t = useText();
  return (
    <Paper variant="outlined" sx={{ p: 2, maxWidth: 390, bgcolor: 'background.default' }}>
      <Stack spacing={1.5}>
        {GUIDE_SECTIONS.map((part) => (
          <div key={part}>
            <Typography variant="caption" component="p" color="textSecondary">
              {t(`guide.part.${part}`)}
            </Typography>
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} {...spoken}>
              {words[part] || '…'}
            </Typography>
          </div>
        ))}
      </Stack>
    </Paper>
  );
}
