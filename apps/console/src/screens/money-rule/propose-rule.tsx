import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { proposeMoneyRule, type Settings } from '../../api/house/settings.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { AmountField, useAmounts } from '../../features/forms/amount-field.tsx';
import { Form } from '../../features/forms/form.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { RoleGuard } from '../../features/pages/role-guard.tsx';
import { RuleDiff } from '../../features/rules/rule-diff.tsx';
import { RULE_FIELDS, type RuleField, type RuleValues, valuesOf } from '../../features/rules/rule-fields.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { WithSettings } from './with-settings.tsx';

type Typed = Record<RuleField, string>;

/** Proposes a new money rule, which a second person confirms. */
export function ProposeRule() {
  const t = useText();
  const { data: house } = useHouse();
  return (
    <RoleGuard needs="POST /api/console/money-rule">
      <Stack spacing={2}>
        <BackLink to="/money-rule">{t('rules.title')}</BackLink>
        <PageHead title={t('rules.propose')} about={t('rules.proposeAbout')} />
        <WithSettings>{(settings) => (house === undefined ? null : <RuleForm settings={settings} />)}</WithSettings>
      </Stack>
    </RoleGuard>
  );
}

function RuleForm({ settings: { rule, coming } }: { settings: Settings }) {
  const t = useText();
  const navigate = useNavigate();
  const amounts = useAmounts();
  const before = valuesOf(coming.at(-1) ?? rule);
  const [form, setForm, draft] = useDraft('money-rule', () => ({ typed: typedOf(before, amounts.write), why: '' }));
  const { typed, why } = form;
  const after = readRule(typed, amounts.read);
  const act = useAct((values: RuleValues) => proposeMoneyRule({ ...values, why }), {
    draft,
    confirmation: () => t('rules.proposed'),
    onDone: () => void navigate('/proposals'),
  });
  const submit = () => {
    if (after !== null) act.mutate(after);
  };
  return (
    <Form onSubmit={submit} draft={draft}>
      <Section title={t('rules.rule')}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))' }}>
          {RULE_FIELDS.map(({ name, kind, optional = false }) => {
            const field = {
              label: t(`rules.field.${name}`),
              value: typed[name],
              required: !optional,
            };
            const change = (value: string) => setForm({ typed: { ...typed, [name]: value }, why });
            return kind === 'amount' ? (
              <AmountField key={name} {...field} onChange={change} />
            ) : (
              <TextField
                key={name}
                {...field}
                onChange={(event) => change(event.target.value)}
                error={readCount(typed[name]) === null}
                slotProps={{ htmlInput: { inputMode: 'numeric' } }}
              />
            );
          })}
        </Box>
      </Section>
      <Section title={t('rules.changes')}>
        {after === null ? (
          <Typography color="textSecondary">{t('errors.fill-in')}</Typography>
        ) : (
          <RuleDiff before={before} after={after} />
        )}
      </Section>
      <ReasonField
        value={why}
        onChange={(next) => setForm({ typed, why: next })}
        error={act.error}
        hint={t('rules.whyHint')}
        autoFocus={false}
      />
      <FormProblem error={act.error} />
      <GuardedButton
        type="submit"
        variant="contained"
        loading={act.isPending}
        disabled={after === null}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('rules.proposeAct')}
      </GuardedButton>
    </Form>
  );
}

function typedOf(values: RuleValues, write: (minor: string) => string): Typed {
  const entries = RULE_FIELDS.map(({ name, kind }) => {
    const value = values[name];
    return [name, value === null ? '' : kind === 'amount' ? write(String(value)) : String(value)];
  });
  return Object.fromEntries(entries) as Typed;
}

/** Null if a field cannot be read. */
function readRule(typed: Typed, readAmount: (text: string) => string | null): RuleValues | null {
  const values: [RuleField, string | number | null][] = [];
  for (const { name, kind, optional } of RULE_FIELDS) {
    const text = typed[name];
    const isNone = optional === true && text.trim() === '';
    const value = isNone ? null : kind === 'amount' ? readAmount(text) : readCount(text);
    if (value === null && !isNone) return null;
    values.push([name, value]);
  }
  return Object.fromEntries(values) as unknown as RuleValues;
}

function readCount(text: string): number | null {
  return /^[1-9]\d{0,6}$/.test(text.trim()) ? Number(text) : null;
}
