import type { Step } from '@tercet/fair';
import { useTranslations } from 'use-intl';
import { plainText } from '../../ui/format/plain-text.ts';
import styles from './bytes.module.css';

/** The computed values of a step, unformatted. */
export function Bytes({ step }: { step: Step }) {
  const t = useTranslations('verify.values');
  const rows = Object.entries(step.values).filter(([, value]) => value !== '');
  const label = (name: string) => (t.has(name as 'root') ? t(name as 'root') : name);
  return (
    <dl className={styles.bytes}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{label(name)}</dt>
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
  );
}
