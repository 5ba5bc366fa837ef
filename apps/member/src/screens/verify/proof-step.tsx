import type { Step } from '@tercet/fair';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslations } from 'use-intl';
import type { DrawProof } from '../../api/types.ts';
import { Dice } from '../../ui/dice/dice.tsx';
import { Mark, type MarkState } from '../../ui/mark/mark.tsx';
import { Bytes } from './bytes.tsx';
import styles from './proof-step.module.css';
import { useStepText } from './use-step-text.ts';

interface ProofStepProps {
  step: Step;
  draw: DrawProof;
  latest?: boolean;
  waiting?: boolean;
}

/** One check: its mark, its sentence, and its bytes behind a tap. */
export function ProofStep({ step, draw, latest = false, waiting = false }: ProofStepProps) {
  const t = useTranslations('verify');
  const text = useStepText(step, draw);
  const mark = markOfStep(step);
  const hasBytes = !waiting && (Object.keys(step.values).length > 0 || step.reason !== null);
  return (
    <li className={styles.step} data-ok={waiting ? 'waiting' : String(step.ok)}>
      <span className={styles.rail} aria-hidden="true">
        <Mark key={mark} state={waiting ? 'open' : mark} size={26} stamped={latest} silent />
      </span>
      <div className={styles.body}>
        <h3 className={styles.title}>
          {t(`step.${step.id}.title`)}
          {waiting ? null : <span className={styles.word}>{t(`outcome.${outcomeOf(step)}`)}</span>}
        </h3>
        <p className={styles.text}>{waiting ? t(`step.${step.id}.about`) : text}</p>
        {step.id === 'dice' && step.values.dice !== undefined ? (
          <Dice values={step.values.dice.split(' ').map(Number)} size={30} />
        ) : null}
        {hasBytes ? (
          <details className={styles.details}>
            <summary className={styles.summary}>
              {t('bytes')}
              <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className={styles.chevron} />
            </summary>
            <Bytes step={step} />
          </details>
        ) : null}
      </div>
    </li>
  );
}

function markOfStep({ ok }: Step): MarkState {
  return ok === true ? 'checked' : ok === false ? 'breach' : 'unproven';
}

function outcomeOf({ ok }: Step): 'holds' | 'refuted' | 'open' {
  return ok === true ? 'holds' : ok === false ? 'refuted' : 'open';
}
