import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  answerFormal,
  type FullFormalComplaint,
  isDataRequest,
  OUTCOMES,
  type Outcome,
} from '../../api/members/formal-complaints.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';

interface FinalAnswerProps {
  complaint: FullFormalComplaint & { key: string };
  onDecided: () => void;
}

/** The final answer with its outcome. After a second look, another person than the first gives it. */
export function FinalAnswer({ complaint, onDecided }: FinalAnswerProps) {
  const t = useText();
  const isData = isDataRequest(complaint);
  const [form, setForm, draft] = useDraft<{ words: string; outcome: Outcome | '' }>(
    `formal-complaints/${complaint.key}/answer`,
    { words: '', outcome: '' },
  );
  const act = useAct((outcome: Outcome) => answerFormal(complaint.key, { words: form.words, outcome }), {
    draft,
    confirmation: () => t('formalComplaints.answerSent'),
    onDone: onDecided,
  });
  const submit = () => {
    if (form.outcome !== '') act.mutate(form.outcome);
  };
  return (
    <Section title={t('formalComplaints.answer')}>
      <Form onSubmit={submit} draft={draft}>
        <Typography color="textSecondary">{t(aboutOf(isData, complaint.stage === 'second-look'))}</Typography>
        <TextField
          select
          required
          label={t('formalComplaints.outcome')}
          value={form.outcome}
          onChange={(event) => setForm({ ...form, outcome: event.target.value as Outcome })}
        >
          {OUTCOMES.map((outcome) => (
            <MenuItem key={outcome} value={outcome}>
              {t(isData ? `formalComplaints.requestOutcomes.${outcome}` : `formalComplaints.outcomes.${outcome}`)}
            </MenuItem>
          ))}
        </TextField>
        <ReasonField
          name="words"
          label={t('formalComplaints.answerWords')}
          hint={t('formalComplaints.wordsHint')}
          value={form.words}
          onChange={(words) => setForm({ ...form, words })}
          error={act.error}
          autoFocus={false}
        />
        <FormProblem error={act.error} />
        <GuardedButton type="submit" variant="contained" loading={act.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('formalComplaints.sendAnswer')}
        </GuardedButton>
      </Form>
    </Section>
  );
}

function aboutOf(isData: boolean, isSecond: boolean) {
  if (isData) return 'formalComplaints.requestAbout';
  return isSecond ? 'formalComplaints.secondAbout' : 'formalComplaints.answerAbout';
}
