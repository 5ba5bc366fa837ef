import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { createNotice } from '../../api/house/notices.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { Span } from '../../features/schedule/span.tsx';
import { useSpanText } from '../../features/schedule/use-span-text.ts';
import type { Texts } from '../../features/words/member-languages.ts';
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { usePublishCheck } from '../../features/words/use-publish-check.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { NoticePreview } from './notice-preview.tsx';
import { missingIn, type NoticeField, sentTexts } from './notice-texts.ts';
import { NoticeWords } from './notice-words.tsx';

/** Creates a notice: texts in each language, and its schedule. */
export function NoticeCreate() {
  return (
    <RoleGuard needs="POST /api/console/notices">
      <NoticeForm />
    </RoleGuard>
  );
}

interface NoticeDraft {
  texts: Texts<NoticeField>;
  times: { fromMs: number | null; untilMs: number | null };
}

const EMPTY: NoticeDraft = { texts: {}, times: { fromMs: null, untilMs: null } };

function NoticeForm() {
  const t = useText();
  const navigate = useNavigate();
  const span = useSpanText();
  const [{ texts, times }, setDraft, draft] = useDraft('notices/new', EMPTY);
  const check = usePublishCheck(() => missingIn(texts));
  const act = useAct(() => createNotice({ texts: sentTexts(texts), ...times }), {
    draft,
    confirmation: () => t('notices.done.create'),
    onDone: ({ id }) => void navigate(`/notices/${id}/show`),
  });
  return (
    <Form onSubmit={check.begin} draft={draft}>
      <BackLink to="/notices">{t('notices.title')}</BackLink>
      <PageHead title={t('notices.create')} about={t('notices.about')} />
      <NoticeWords texts={texts} onChange={(next) => setDraft({ texts: next, times })} />
      <Section title={t('schedule.shown')}>
        <Span value={times} onChange={(next) => setDraft({ texts, times: next })} wrong={wrongFields(act.error)} />
      </Section>
      <FormProblem error={check.problem} />
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained">
          {t('notices.review')}
        </Button>
        <Typography color="textSecondary">{t('notices.sendHint')}</Typography>
      </Stack>
      <PublishDialog
        open={check.isOpen}
        title={t('notices.reviewTitle')}
        about={t('notices.reviewAbout', { span: span(times) })}
        act={t('notices.send')}
        texts={texts}
        preview={({ title, text }, spoken) => <NoticePreview title={title} text={text} spoken={spoken} />}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={check.close}
      />
    </Form>
  );
}
