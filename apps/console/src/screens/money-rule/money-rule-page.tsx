import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { MoneyRule, Settings } from '../../api/house/settings.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { RuleDiff } from '../../features/rules/rule-diff.tsx';
import { RULE_FIELDS, valuesOf } from '../../features/rules/rule-fields.ts';
import { useRuleText } from '../../features/rules/use-rule-text.ts';
import { useMay } from '../../features/session/store.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { WithSettings } from './with-settings.tsx';

/** The rule for top-ups and withdrawals, and its published successors. */
export function MoneyRulePage() {
  const t = useText();
  const may = useMay();
  return (
    <Stack spacing={2}>
      <PageHead title={t('rules.title')} about={t('rules.about')}>
        {may('POST /api/console/money-rule') ? (
          <Button component={Link} to="/money-rule/create" variant="contained">
            {t('rules.propose')}
          </Button>
        ) : null}
      </PageHead>
      <WithSettings>{(settings) => <Rules settings={settings} />}</WithSettings>
    </Stack>
  );
}

function Rules({ settings: { rule, coming } }: { settings: Settings }) {
  const t = useText();
  const times = useTimes();
  return (
    <>
      <Section title={t('rules.inForce', { version: rule.version })}>
        <RuleFacts rule={rule} />
      </Section>
      {coming.length === 0 ? <Typography color="textSecondary">{t('rules.noneComing')}</Typography> : null}
      {coming.map((next, at) => (
        <Section
          key={next.version}
          title={t('rules.coming', { version: next.version, from: times.minute(next.fromMs) })}
        >
          <RuleDiff before={valuesOf(coming[at - 1] ?? rule)} after={valuesOf(next)} />
        </Section>
      ))}
    </>
  );
}

function RuleFacts({ rule }: { rule: MoneyRule }) {
  const t = useText();
  const write = useRuleText();
  return (
    <Facts>
      {RULE_FIELDS.map(({ name }) => (
        <Fact key={name} label={t(`rules.field.${name}`)}>
          {write(name, rule[name])}
        </Fact>
      ))}
    </Facts>
  );
}
