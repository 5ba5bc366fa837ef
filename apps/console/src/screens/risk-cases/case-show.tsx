import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type FullRiskCase, type RiskCase, riskCasesApi } from '../../api/members/risk-cases.ts';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useLimitText } from '../../features/members/use-limit-text.ts';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { CaseState } from './case-state.tsx';
import { Entries } from './entries.tsx';
import { SignList } from './sign-list.tsx';
import { StepForm } from './step-form.tsx';

/** One case: why it is here, the suggested act, the member's limits, what staff did, and the next step. */
export function CaseShow() {
  return <ShowPage<FullRiskCase>>{(one) => <Whole key={one.key} one={one} />}</ShowPage>;
}

function Whole({ one }: { one: FullRiskCase & { key: string } }) {
  const t = useText();
  const may = useMay();
  const [isDecided, setIsDecided] = useState(false);
  const { userName: name, memberId, dueAtMs, key, entries, reason } = one;
  const isOpen = dueAtMs !== null;
  const mayAct = may('POST /api/console/members/{memberId}/risk-cases/{id}/interactions');
  return (
    <DecisionPage
      back={{ to: '/risk-cases', name: t('riskCases.title') }}
      title={t('riskCases.one', { name })}
      about={t(isOpen ? 'riskCases.about' : 'riskCases.aboutDone', { name })}
      state={<CaseState one={one} />}
      member={{ id: memberId, userName: name }}
    >
      <Reasons one={one} />
      <Section title={t('riskCases.suggestion')}>
        <Typography>{t(`riskCases.suggest.${reason}`)}</Typography>
      </Section>
      <Section title={t('riskCases.history')}>
        <Entries entries={entries} />
      </Section>
      {isOpen && mayAct ? <StepForm key={entries.length} one={one} onSaved={() => setIsDecided(true)} /> : null}
      {mayAct && (isOpen || isDecided) ? <NextItem queue={CASES} current={key} isDecided={isDecided} /> : null}
      <Limits one={one} />
    </DecisionPage>
  );
}

/** Cases that wait for staff, the oldest first. */
const CASES: DecisionQueue<RiskCase> = {
  page: 'risk-cases',
  api: riskCasesApi,
  filter: { state: 'due', sort: 'due' },
  isOpenTo: () => true,
  nameOf: ({ userName }) => userName,
};

function Reasons({ one: { signs, netDeposit, now } }: { one: FullRiskCase }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  return (
    <>
      <Section title={t('riskCases.signsThen')}>
        {netDeposit === null ? null : (
          <Typography sx={{ mb: 1 }}>
            {t('riskCases.netDeposit', {
              days: netDeposit.days,
              net: money(netDeposit.netMinor),
              threshold: money(netDeposit.thresholdMinor),
            })}
          </Typography>
        )}
        <SignList signs={signs} />
      </Section>
      {now.assessedAtMs === null ? null : (
        <Section title={t('riskCases.signsNow')}>
          <SignList signs={now.signs} />
          <Typography variant="caption" color="textSecondary">
            {t('riskCases.lookedAt', { time: times.minute(now.assessedAtMs), zone: now.timeZone })}
          </Typography>
        </Section>
      )}
    </>
  );
}

function Limits({ one: { limits, suggestions } }: { one: FullRiskCase }) {
  const t = useText();
  const limitText = useLimitText();
  const set = limits.filter(({ value }) => value !== null);
  return (
    <>
      <Section title={t('riskCases.limits')}>
        <Facts>
          {set.map(({ kind, value }) => (
            <Fact key={kind} label={t(`members.limit.${kind}`)}>
              {limitText(kind, value)}
            </Fact>
          ))}
        </Facts>
      </Section>
      {suggestions.length === 0 ? null : (
        <Section title={t('riskCases.suggested')}>
          <Facts>
            {suggestions.map(({ id, kind, value, answer }) => (
              <Fact key={id} label={t(`members.limit.${kind}`)}>
                {limitText(kind, value)}
                {' · '}
                {answer === null ? t('riskCases.answers.open') : t(`riskCases.answers.${answer}`)}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
    </>
  );
}
