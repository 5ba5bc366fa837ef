import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import {
  type FullRiskCase,
  recordStep,
  STEP_ACTIONS,
  STEP_OUTCOMES,
  type StepAction,
  type StepOutcome,
} from '../../api/members/risk-cases.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { EMPTY_LIMIT, LimitFields, useReadLimit } from '../../features/members/limit-fields.tsx';
import { Section } from '../../ui/section.tsx';

interface StepFormProps {
  one: FullRiskCase & { key: string };
  onSaved: () => void;
}

const FOLLOW_UPS = [1, 3, 7, 14, 30, 90] as const;
const EMPTY = { action: '' as StepAction | '', outcome: '' as StepOutcome | '', words: '', followUp: '' };

/** Form for an action of staff on a case, its outcome and the follow-up. Nothing is preselected. */
export function StepForm({ one, onSaved }: StepFormProps) {
  const t = useText();
  const [form, setForm, draft] = useDraft(`risk-cases/${one.key}/step`, { ...EMPTY, limit: EMPTY_LIMIT });
  const readLimit = useReadLimit();
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const { action, outcome, words, followUp, limit } = form;
  const act = useAct(
    (chosen: { action: StepAction; outcome: StepOutcome }) =>
      recordStep(one.key, {
        ...chosen,
        words,
        followUpDays: followUp === 'none' ? null : Number(followUp),
        limit: chosen.action === 'limit' ? readLimit(limit) : null,
      }),
    { draft, confirmation: () => t('riskCases.saved'), onDone: onSaved },
  );
  const submit = () => {
    if (action !== '' && outcome !== '' && followUp !== '') act.mutate({ action, outcome });
  };
  return (
    <Section title={t('riskCases.step')}>
      <Form onSubmit={submit} draft={draft}>
        <TextField
          select
          required
          label={t('riskCases.action')}
          value={action}
          onChange={(event) => change({ action: event.target.value as StepAction })}
        >
          {STEP_ACTIONS.map((each) => (
            <MenuItem key={each} value={each}>
              {t(`riskCases.actions.${each}`)}
            </MenuItem>
          ))}
        </TextField>
        {action === 'limit' ? <LimitFields value={limit} onChange={(next) => change({ limit: next })} /> : null}
        <TextField
          select
          required
          label={t('riskCases.outcome')}
          value={outcome}
          onChange={(event) => change({ outcome: event.target.value as StepOutcome })}
        >
          {STEP_OUTCOMES.map((each) => (
            <MenuItem key={each} value={each}>
              {t(`riskCases.outcomes.${each}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          required
          label={t('riskCases.followUp')}
          value={followUp}
          onChange={(event) => change({ followUp: event.target.value })}
        >
          <MenuItem value="none">{t('riskCases.followUps.none')}</MenuItem>
          {FOLLOW_UPS.map((days) => (
            <MenuItem key={days} value={String(days)}>
              {t('riskCases.followUps.days', { days })}
            </MenuItem>
          ))}
        </TextField>
        <ReasonField
          name="words"
          label={t('riskCases.words')}
          hint={t('riskCases.wordsHint')}
          value={words}
          onChange={(next) => change({ words: next })}
          error={act.error}
          autoFocus={false}
        />
        <FormProblem error={act.error} />
        <GuardedButton type="submit" variant="contained" loading={act.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('riskCases.save')}
        </GuardedButton>
      </Form>
    </Section>
  );
}
