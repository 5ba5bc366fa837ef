import type { Step, StepId } from '@tercet/fair';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Dice } from '../../ui/dice/dice.tsx';
import { Disclosure } from '../../ui/disclosure/disclosure.tsx';
import { Mark, type MarkState } from '../../ui/mark/mark.tsx';
import { Bytes } from './bytes.tsx';
import styles from './proof-step.module.css';
import { type MoneyText, useStepText } from './use-step-text.ts';

interface ProofStepProps {
  step: Step;
  money: MoneyText;
  latest: boolean;
}

/**
 * One step: mark, sentence, and its values in a disclosure. Memoized, so that a new step does not render the others.
 */
export const ProofStep = memo(function ProofStep({ step, money, latest }: ProofStepProps) {
  const t = useTranslations('verify');
  const text = useStepText(step, money);
  const hasBytes = Object.keys(step.values).length > 0 || step.reason !== null;
  return (
    <li className={styles.step} data-state={step.state}>
      <span className={styles.rail} aria-hidden="true">
        <Mark state={MARKS[step.state]} size={26} stamped={latest} silent />
      </span>
      <div className={styles.body}>
        <h3 className={styles.title}>
          {t(`step.${step.id}.title`)}
          <span className={styles.word}>{t(`outcome.${step.state}`)}</span>
        </h3>
        <p className={styles.text}>{text}</p>
        {step.id === 'dice' && step.values.dice !== undefined ? (
          <Dice values={step.values.dice.split(' ').map(Number)} size={30} />
        ) : null}
        {hasBytes ? (
          <Disclosure label={t('bytes')} className={styles.details}>
            <Bytes step={step} />
          </Disclosure>
        ) : null}
      </div>
    </li>
  );
});

/** A step that is not computed yet. */
export const StepAhead = memo(function StepAhead({ id }: { id: StepId }) {
  const t = useTranslations('verify');
  return (
    <li className={styles.step} data-state="waiting">
      <span className={styles.rail} aria-hidden="true">
        <Mark state="open" size={26} silent />
      </span>
      <div className={styles.body}>
        <h3 className={styles.title}>{t(`step.${id}.title`)}</h3>
        <p className={styles.text}>{t(`step.${id}.about`)}</p>
      </div>
    </li>
  );
});

const MARKS: Record<Step['state'], MarkState> = { ok: 'checked', open: 'incomplete', refuted: 'breach' };
