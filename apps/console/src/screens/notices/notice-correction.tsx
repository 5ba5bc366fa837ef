import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { correctNotice, type Notice } from '../../api/house/notices.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import type { Texts } from '../../features/words/member-languages.ts';
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { usePublishCheck } from '../../features/words/use-publish-check.ts';
import { NoticePreview } from './notice-preview.tsx';
import { missingIn, type NoticeField, sentTexts, textsOf } from './notice-texts.ts';
import { NoticeWords } from './notice-words.tsx';

interface NoticeCorrectionProps {
  notice: Notice;
  /** Members see it, or saw it before. */
  begun: boolean;
  onClose: () => void;
}

interface CorrectionDraft {
  texts: Texts<NoticeField>;
  after: number;
}

/** Corrects the texts of a notice. The correction is previewed and confirmed like a new notice. */
export function NoticeCorrection({ notice, begun, onClose }: NoticeCorrectionProps) {
  const t = useText();
  /** With the version that the author started from. The server refuses the correction if there is a newer one. */
  const [{ texts, after }, setForm, draft] = useDraft<CorrectionDraft>(`notices/${notice.id}/texts`, () => ({
    texts: textsOf(notice),
    after: notice.version,
  }));
  const check = usePublishCheck(() => missingIn(texts));
  const act = useAct(() => correctNotice(notice.id, { texts: sentTexts(texts), after }), {
    draft,
    confirmation: () => t('notices.done.correct'),
    onDone: onClose,
  });
  const about = t(begun ? 'notices.correctAbout' : 'notices.correctAboutPlanned');
  return (
    <Form onSubmit={check.begin} draft={draft} label={t('notices.correctTitle')}>
      <NoticeWords texts={texts} onChange={(next) => setForm({ texts: next, after })} />
      <Typography color="textSecondary">{about}</Typography>
      <FormProblem error={check.problem} />
      <Stack direction="row" spacing={1}>
        <Button type="submit" variant="contained">
          {t('notices.correctReview')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
      </Stack>
      <PublishDialog
        open={check.isOpen}
        title={t('notices.correctTitle')}
        about={about}
        act={t('notices.correctAct')}
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
