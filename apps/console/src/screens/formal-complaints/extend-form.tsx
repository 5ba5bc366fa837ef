import { extendDataRequest, type FullFormalComplaint } from '../../api/members/formal-complaints.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';

/** A reply before the final answer. The first one confirms the receipt of the complaint. */
export function ExtendForm({ complaint }: { complaint: FullFormalComplaint & { key: string } }) {
  const t = useText();
  const [words, setWords, draft] = useDraft(`formal-complaints/${complaint.key}/extend`, '');
  const act = useAct(() => extendDataRequest(complaint.key, words), {
    draft,
    confirmation: () => t('formalComplaints.extendedDone'),
  });
  return (
    <Section title={t('formalComplaints.extendTitle')}>
      <Form onSubmit={() => act.mutate(undefined)} draft={draft}>
        <ReasonField
          name="words"
          label={t('formalComplaints.extendWords')}
          hint={t('formalComplaints.wordsHint')}
          value={words}
          onChange={setWords}
          error={act.error}
          autoFocus={false}
        />
        <FormProblem error={act.error} />
        <GuardedButton type="submit" variant="outlined" loading={act.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('formalComplaints.extend')}
        </GuardedButton>
      </Form>
    </Section>
  );
}
