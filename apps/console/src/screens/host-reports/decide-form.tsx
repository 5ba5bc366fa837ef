import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type Decision, decideReport, type FullHostReport, REPORT_OUTCOMES } from '../../api/library/host-reports.ts';
import { Problem } from '../../api/shared/problem.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';

const EMPTY: { outcome: Decision['outcome'] | null; answer: string } = { outcome: null, answer: '' };

interface DecideFormProps {
  report: FullHostReport & { key: string };
  onDecided: () => void;
}

/** Decision on a report, with the message to the member. Nothing is preselected. */
export function DecideForm({ report, onDecided }: DecideFormProps) {
  const t = useText();
  const { reason } = report;
  const [form, setForm, draft] = useDraft(`host-reports/${report.key}`, EMPTY);
  const { outcome, answer } = form;
  const act = useAct(
    async () => {
      if (outcome === null) throw new Problem('report-undecided', 0);
      return decideReport(report.key, { outcome, answer });
    },
    { draft, confirmation: () => t('reports.done'), onDone: onDecided },
  );
  const submit = () => act.mutate(undefined);
  return (
    <Section title={t('reports.decide')}>
      <Form onSubmit={submit} draft={draft}>
        <FormControl>
          <FormLabel id="report-outcome">{t('reports.whatItIs')}</FormLabel>
          <RadioGroup
            aria-labelledby="report-outcome"
            value={outcome}
            onChange={(event) => setForm({ outcome: event.target.value as Decision['outcome'], answer })}
          >
            {REPORT_OUTCOMES.map((one) => (
              <FormControlLabel key={one} value={one} control={<Radio />} label={t(`reports.decision.${one}`)} />
            ))}
          </RadioGroup>
        </FormControl>
        <ReasonField
          name="answer"
          label={t('reports.answer')}
          hint={t('reports.answerHint')}
          value={answer}
          onChange={(next) => setForm({ outcome, answer: next })}
          error={act.error}
          autoFocus={false}
        />
        {reason === 'age' || reason === 'identity' ? (
          <Typography color="textSecondary">{t('reports.ownWork', { what: t(`reports.noted.${reason}`) })}</Typography>
        ) : null}
        <FormProblem error={act.error} />
        <GuardedButton type="submit" variant="contained" loading={act.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('reports.send')}
        </GuardedButton>
      </Form>
    </Section>
  );
}
