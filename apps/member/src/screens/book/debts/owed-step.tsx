import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslations } from 'use-intl';
import type { OwedCheckStep } from '../../../features/book/check-owed.ts';
import { Mark, type MarkState } from '../../../ui/mark/mark.tsx';
import styles from './debts.module.css';

/** One step of the check: its sentence, and what was computed behind a tap. */
export function OwedStepRow({ step }: { step: OwedCheckStep }) {
  const t = useTranslations('book.debts.step');
  const outcome = step.ok === true ? 'holds' : step.ok === false ? 'refuted' : 'open';
  const values = Object.entries(step.values).filter(([, value]) => value !== '');
  return (
    <li className={styles.step} data-ok={String(step.ok)}>
      <Mark state={markOf(step)} size={22} silent />
      <div>
        <p>{t(`${step.id}.${outcome}`)}</p>
        {values.length === 0 && step.reason === null ? null : (
          <details className={styles.details}>
            <summary className={styles.summary}>
              {t('bytes')}
              <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className={styles.chevron} />
            </summary>
            <dl className={styles.bytes}>
              {values.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
              {step.reason === null ? null : (
                <div>
                  <dt>{t('reason')}</dt>
                  <dd>{step.reason}</dd>
                </div>
              )}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}

function markOf({ ok }: OwedCheckStep): MarkState {
  return ok === true ? 'checked' : ok === false ? 'breach' : 'unproven';
}
