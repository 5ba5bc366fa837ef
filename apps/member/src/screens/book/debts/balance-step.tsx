import { useTranslations } from 'use-intl';
import type { BalanceCheckStep } from '../../../features/book/balance-check.ts';
import { Disclosure } from '../../../ui/disclosure/disclosure.tsx';
import { plainText } from '../../../ui/format/plain-text.ts';
import { Mark, type MarkState } from '../../../ui/mark/mark.tsx';
import styles from './debts.module.css';
import { useBalanceReason } from './use-balance-reason.ts';

/** One step of the check: a sentence, with the computed values in a disclosure. */
export function BalanceStepRow({ step }: { step: BalanceCheckStep }) {
  const t = useTranslations('book.debts.step');
  const reason = useBalanceReason();
  const values = Object.entries(step.values).filter(([, value]) => value !== '');
  return (
    <li className={styles.step} data-state={step.state}>
      <Mark state={MARKS[step.state]} size={22} silent />
      <div>
        <p>{step.state === 'ok' ? t(`${step.id}.holds`) : reason(step)}</p>
        {values.length === 0 && step.reason === null ? null : (
          <Disclosure label={t('bytes')} className={styles.details}>
            <dl className={styles.bytes}>
              {values.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{plainText(value)}</dd>
                </div>
              ))}
              {step.reason === null ? null : (
                <div>
                  <dt>{t('reason')}</dt>
                  <dd>{step.reason}</dd>
                </div>
              )}
            </dl>
          </Disclosure>
        )}
      </div>
    </li>
  );
}

const MARKS: Record<BalanceCheckStep['state'], MarkState> = { ok: 'checked', open: 'incomplete', refuted: 'breach' };
