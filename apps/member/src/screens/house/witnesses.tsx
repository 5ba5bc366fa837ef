import { useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';
import listStyles from '../../features/lists/list.module.css';
import { Section } from '../../ui/section/section.tsx';
import styles from './house.module.css';

/** Operators of the witnesses that the newest table names. Null if it names none. */
export function Witnesses({ house }: { house: House }) {
  const t = useTranslations('house.witnesses');
  const { policy, witnesses } = house.book;
  if (policy.witnesses.length === 0) return null;
  const operators = new Map(witnesses.map(({ vkey, operator }) => [vkey, operator]));
  return (
    <Section title={t('title')}>
      <p className={styles.soft}>{t('text')}</p>
      <ul className={listStyles.list}>
        {policy.witnesses.map((vkey) => (
          <li key={vkey} className={styles.witness}>
            <bdi className={styles.strong}>{operators.get(vkey) ?? t('unnamed')}</bdi>
            <bdi dir="ltr" className={styles.key}>
              {vkey.split('+', 1)[0]}
            </bdi>
          </li>
        ))}
      </ul>
    </Section>
  );
}
