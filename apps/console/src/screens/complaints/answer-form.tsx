import Alert from '@mui/material/Alert';
import { answerComplaint, type FullComplaint } from '../../api/members/complaints.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Section } from '../../ui/section.tsx';
import { SuggestedReply } from './suggested-reply.tsx';

interface AnswerFormProps {
  complaint: FullComplaint & { key: string };
  onDecided: () => void;
}

/** The one answer to a complaint. It changes no bet and no balance. */
export function AnswerForm({ complaint, onDecided }: AnswerFormProps) {
  const t = useText();
  const text = useProblemText();
  const [words, setWords, draft] = useDraft(`complaints/${complaint.key}`, '');
  const act = useAct(() => answerComplaint(complaint.key, words), {
    draft,
    confirmation: () => t('complaints.answered'),
    onDone: onDecided,
  });
  const submit = () => act.mutate(undefined);
  return (
    <Section title={t('complaints.answerTitle')}>
      <Form onSubmit={submit} draft={draft}>
        {complaint.bet === null ? null : (
          <SuggestedReply
            bet={complaint.bet}
            locale={complaint.locale}
            onChosen={(text) => setWords(words.trim() === '' ? text : `${words}\n${text}`)}
          />
        )}
        <ReasonField
          name="words"
          label={t('complaints.answer')}
          hint={t('complaints.answerHint')}
          value={words}
          onChange={setWords}
          error={act.error}
          autoFocus={false}
        />
        {act.error ? (
          <Alert severity="error" variant="outlined">
            {text(act.error)}
          </Alert>
        ) : null}
        <GuardedButton type="submit" variant="contained" loading={act.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('complaints.send')}
        </GuardedButton>
      </Form>
    </Section>
  );
}
