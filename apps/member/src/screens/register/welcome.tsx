import { useQuery } from '@tanstack/react-query';
import Coins from 'lucide-react/icons/coins';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { useBeaconClaim } from '../../features/house/use-beacon-claim.ts';
import { usePriceText } from '../../features/house/use-price-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import styles from './welcome.module.css';

const ICON = { size: 40, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface Step {
  name: 'credits' | 'draws' | 'limits';
  art: ReactNode;
  facts: string[];
}

/** Three short screens for a new member, about play credits, draws and limits. Each can be skipped. */
export function Welcome({ onDone }: { onDone(): void }) {
  const t = useTranslations('welcome');
  const steps = useSteps();
  const [at, setAt] = useState(0);
  const step = steps[at];
  const isLast = at === steps.length - 1;
  if (step === undefined) return null;
  return (
    <section className={styles.page} aria-labelledby="welcome-title">
      <p className={styles.count}>{t('count', { number: at + 1, count: steps.length })}</p>
      <div className={styles.art}>{step.art}</div>
      <h2 key={step.name} id="welcome-title" ref={takeFocus} tabIndex={-1} className={styles.title}>
        {t(`${step.name}.title`)}
      </h2>
      <ul className={styles.facts}>
        {step.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className={styles.ways}>
        <SpendButton wide step={step.name} onClick={() => (isLast ? onDone() : setAt(at + 1))}>
          {t(isLast ? 'done' : 'next')}
        </SpendButton>
        {isLast ? null : (
          <Button wide look="plain" onClick={onDone}>
            {t('skip')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Moves the focus to the title of each new step, since screen readers announce no change of page. */
function takeFocus(title: HTMLElement | null): void {
  title?.focus({ preventScroll: true });
}

/** Houses for real money have no play credits. */
function useSteps(): Step[] {
  const t = useTranslations();
  const price = usePriceText();
  const house = useQuery(houseQuery()).data;
  const { houseRun } = useBeaconClaim();
  const credits: Step = {
    name: 'credits',
    art: <Coins {...ICON} />,
    facts: [
      house === undefined
        ? t('welcome.credits.free')
        : t('welcome.credits.start', { credits: price(house.startingCreditsMinor) }),
      t('welcome.credits.value'),
      t('welcome.credits.practice'),
    ],
  };
  const draws: Step = {
    name: 'draws',
    art: (
      <>
        <Mark state="sealed" size={40} silent />
        <Mark state="drawn" size={40} silent />
        <Mark state="checked" size={40} silent />
      </>
    ),
    facts: [
      t('welcome.draws.sealed'),
      t(houseRun ? 'home.beaconLineLocal' : 'home.beaconLinePublic'),
      t('welcome.draws.checked'),
    ],
  };
  const limits: Step = {
    name: 'limits',
    art: <SlidersHorizontal {...ICON} />,
    facts: [
      t('welcome.limits.yours'),
      t('welcome.limits.looser'),
      t('welcome.limits.where', { account: t('titles.mine'), limits: t('titles.limits') }),
    ],
  };
  return house?.mode === 'live' ? [draws, limits] : [credits, draws, limits];
}
