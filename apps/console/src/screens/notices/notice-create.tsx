import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createNotice } from '../../api/house/notices.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { Span } from '../../features/schedule/span.tsx';
import { onlyWritten, type Texts } from '../../features/words/member-languages.ts';
import { WordsEditor } from '../../features/words/words-editor.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { NoticePreview } from './notice-preview.tsx';
import type { NoticeField } from './notice-texts.ts';

/** Creates a notice: texts in each language, and its schedule. */
export function NoticeCreate() {
  return (
    <RoleGuard needs="POST /api/console/notices">
      <NoticeForm />
    </RoleGuard>
  );
}

function NoticeForm() {
  const t = useText();
  const navigate = useNavigate();
  const [texts, setTexts] = useState<Texts<NoticeField>>({});
  const [times, setTimes] = useState<{ fromMs: number | null; untilMs: number | null }>({
    fromMs: null,
    untilMs: null,
  });
  const act = useAct(() => createNotice({ texts: listOf(texts), ...times }), {
    confirmation: () => t('notices.done.create'),
    onDone: ({ id }) => void navigate(`/notices/${id}/show`),
  });
  const submit = () => act.mutate(undefined);
  return (
    <Form onSubmit={submit}>
      <BackLink to="/notices">{t('notices.title')}</BackLink>
      <PageHead title={t('notices.create')} about={t('notices.about')} />
      <Section title={t('words.title')}>
        <WordsEditor
          fields={[
            { name: 'title', label: t('notices.subject'), lengthMax: 200 },
            { name: 'text', label: t('notices.text'), lengthMax: 4_000, rows: 4 },
          ]}
          texts={texts}
          onChange={setTexts}
          preview={({ title, text }, spoken) => <NoticePreview title={title} text={text} spoken={spoken} />}
        />
      </Section>
      <Section title={t('schedule.shown')}>
        <Span value={times} onChange={setTimes} wrong={wrongFields(act.error)} />
      </Section>
      <FormProblem error={act.error} />
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <GuardedButton type="submit" variant="contained" loading={act.isPending}>
          {t('notices.send')}
        </GuardedButton>
        <Typography color="textSecondary">{t('notices.sendHint')}</Typography>
      </Stack>
    </Form>
  );
}

type Sent = Parameters<typeof createNotice>[0]['texts'];

function listOf(texts: Texts<NoticeField>): Sent {
  return Object.entries(onlyWritten(texts)).map(([locale, words]) => ({ locale, ...words })) as Sent;
}
