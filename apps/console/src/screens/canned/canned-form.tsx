import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { type CannedAnswer, saveCanned } from '../../api/members/canned.ts';
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
import type { Texts } from '../../features/words/member-languages.ts';
import { plainOf, textsOf } from '../../features/words/plain-texts.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';

export function CannedCreate() {
  return (
    <RoleGuard needs="POST /api/console/desk/canned">
      <CannedForm known={null} />
    </RoleGuard>
  );
}

export function CannedEdit() {
  return <ShowPage<CannedAnswer>>{(answer) => <CannedForm key={answer.id} known={answer} />}</ShowPage>;
}

/** Texts of a canned answer by language, and whether it is offered. Read-only without the right to change it. */
function CannedForm({ known }: { known: CannedAnswer | null }) {
  const t = useText();
  const mayChange = useMay()('POST /api/console/desk/canned');
  const { draft, change, unsaved, act, submit } = useCannedForm(known);
  const wrong = wrongFields(act.error);
  return (
    <Form onSubmit={submit} draft={unsaved}>
      <BackLink to="/canned">{t('canned.title')}</BackLink>
      <PageHead title={known?.title ?? t('canned.create')} about={t('canned.about')} />
      <Section title={t('canned.forStaff')}>
        <Stack spacing={2}>
          <TextField
            label={t('canned.name')}
            helperText={t('canned.nameHint')}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value })}
            error={wrong.includes('title')}
            disabled={!mayChange}
            required
            slotProps={{ htmlInput: { maxLength: 80 } }}
            sx={{ maxWidth: 520 }}
          />
          <FormControlLabel
            disabled={!mayChange}
            control={<Switch checked={draft.hidden} onChange={(event) => change({ hidden: event.target.checked })} />}
            label={t('canned.hide')}
          />
        </Stack>
      </Section>
      <Section title={t('words.title')}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('canned.variables', { open: '{', close: '}' })}
        </Typography>
        <WordsEditor
          fields={[{ name: 'text', label: t('canned.text'), lengthMax: 2_000, rows: 5 }]}
          texts={draft.texts}
          onChange={(texts) => change({ texts })}
          wrong={wrong.includes('texts') ? ['text'] : []}
          disabled={!mayChange}
          preview={({ text }, spoken) => (
            <Paper variant="outlined" sx={{ p: 1.5, maxWidth: 390, bgcolor: 'background.default' }} {...spoken}>
              <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
            </Paper>
          )}
        />
      </Section>
      <FormProblem error={act.error} />
      {mayChange ? (
        <Button type="submit" variant="contained" loading={act.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('canned.save')}
        </Button>
      ) : null}
    </Form>
  );
}

interface CannedDraft {
  title: string;
  texts: Texts<'text'>;
  hidden: boolean;
}

function useCannedForm(known: CannedAnswer | null) {
  const t = useText();
  const navigate = useNavigate();
  const [draft, setDraft, unsaved] = useDraft<CannedDraft>(`canned/${known?.id ?? 'new'}`, {
    title: known?.title ?? '',
    texts: textsOf(known?.texts ?? {}),
    hidden: known?.hidden ?? false,
  });
  const act = useAct(
    async () => {
      const title = draft.title.trim();
      const texts = plainOf(draft.texts);
      const missing = {
        ...(title === '' ? { title: 'fill-in' } : {}),
        ...(Object.keys(texts).length === 0 ? { texts: 'fill-in' } : {}),
      };
      if (Object.keys(missing).length > 0) throw new Problem('canned-incomplete', 0, {}, missing);
      return saveCanned(known?.id ?? null, { title, texts, hidden: draft.hidden });
    },
    { draft: unsaved, confirmation: () => t('canned.done'), onDone: () => void navigate('/canned') },
  );
  const submit = () => act.mutate(undefined);
  const change = (part: Partial<CannedDraft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, unsaved, act, submit };
}
