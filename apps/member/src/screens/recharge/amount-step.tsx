import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import type { Me, Wallet } from '../../api/shared/types.ts';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { Amount } from '../../features/house/amount.tsx';
import { PlayFoot } from '../../features/house/play-foot.tsx';
import { useMoneyText } from '../../features/house/use-money.ts';
import { AmountPad } from '../../features/money/amount-pad.tsx';
import moneyPage from '../../features/money/money-page.module.css';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import styles from './amount-step.module.css';
import { useProviderName } from './use-provider-name.ts';
import { useStart } from './use-start.ts';

/** Asks for the amount. Shows fee and arrival time above the button. */
export function AmountStep({ me, wallet }: { me: Me; wallet: Wallet }) {
  const t = useTranslations('recharge');
  const [minor, setMinor] = useState<bigint | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const { busy, problem, start, forgetProblem } = useStart();
  const text = useProblemText();
  const provider = useProviderName(wallet.topUp.provider);
  const amountFault = useAmountFault(wallet, minor, submitted);
  const aboutAmount = problem?.code.startsWith('amount-') === true;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSubmitted(true);
    const { minMinor, maxMinor } = wallet.topUp;
    if (minor !== null && minor >= BigInt(minMinor) && minor <= BigInt(maxMinor)) start(minor);
    else focusFault(event.currentTarget);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <AmountPad
        label={t('amount')}
        minor={minor}
        onChange={(next) => {
          setMinor(next);
          forgetProblem();
        }}
        error={aboutAmount ? text(problem) : amountFault}
        quickMinor={wallet.topUp.quickMinor.map(BigInt).filter((quick) => quick <= BigInt(wallet.topUp.maxMinor))}
      >
        <AmountFacts me={me} wallet={wallet} provider={provider} />
      </AmountPad>
      <div className={moneyPage.foot}>
        <FormProblem text={problem === null || aboutAmount ? null : text(problem)} />
        <SpendButton type="submit" wide busy={busy}>
          {busy ? t('leading', { provider }) : t('goOn', { provider })}
        </SpendButton>
        <PlayFoot />
      </div>
    </form>
  );
}

/** Text of an amount's fault. Too large shows at once; too small or none only after submit. */
function useAmountFault({ topUp }: Wallet, minor: bigint | null, submitted: boolean): string | null {
  const t = useTranslations();
  const money = useMoneyText();
  if (minor !== null && minor > BigInt(topUp.maxMinor))
    return t('errors.amount-too-large', { max: money(topUp.maxMinor) });
  if (!submitted) return null;
  if (minor === null) return t('recharge.amountNeeded');
  return minor < BigInt(topUp.minMinor) ? t('errors.amount-too-small', { min: money(topUp.minMinor) }) : null;
}

function AmountFacts({ me, wallet, provider }: { me: Me; wallet: Wallet; provider: string }) {
  const t = useTranslations();
  const pretends = useQuery(houseQuery()).data?.mode === 'play';
  const { minMinor, maxMinor } = wallet.topUp;
  return (
    <>
      <Facts className={styles.facts}>
        <Fact label={t('money.available')}>
          <Amount minor={me.availableMinor} />
        </Fact>
        <Fact label={t('recharge.limits')}>
          {t.rich('recharge.limitsText', {
            min: () => <Amount minor={minMinor} unit={false} short />,
            max: () => <Amount minor={maxMinor} short />,
          })}
        </Fact>
        <Fact label={t('recharge.fee')}>{t('recharge.feeNone')}</Fact>
        <Fact label={t('recharge.arrives')}>{t('recharge.arrivesText')}</Fact>
      </Facts>
      {pretends ? <p className={styles.note}>{t('recharge.pretends', { provider })}</p> : null}
    </>
  );
}
