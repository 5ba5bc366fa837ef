import { useTranslations } from 'use-intl';
import styles from './verify.module.css';

/** Explains the check of a draw to readers who do not know the terms. */
export function Explained({ houseRun }: { houseRun: boolean }) {
  const t = useTranslations('verify.explain');
  return (
    <section className={styles.explained} aria-label={t('title')}>
      <h2 className={styles.explainedTitle}>{t('title')}</h2>
      <ol className={styles.explainedList}>
        <li>{t('sealed')}</li>
        <li>{t(houseRun ? 'beaconLocal' : 'beaconPublic')}</li>
        <li>{t('computed')}</li>
      </ol>
    </section>
  );
}
