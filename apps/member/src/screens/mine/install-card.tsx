import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { dismissInstallOffer, hasInstallOffer, install, onInstallOffer } from '../../features/install/install-offer.ts';
import { Button } from '../../ui/button/button.tsx';
import styles from './install-card.module.css';

/** Offers to install the app, from the second visit on. Only here: never over a table. */
export function InstallCard() {
  const t = useTranslations('mine.install');
  const isOffered = useSyncExternalStore(onInstallOffer, hasInstallOffer);
  if (!isOffered) return null;
  return (
    <section className={styles.card} aria-label={t('title')}>
      <p className={styles.title}>{t('title')}</p>
      <p className={styles.text}>{t('text')}</p>
      <div className={styles.acts}>
        <Button onClick={() => void install()}>{t('act')}</Button>
        <Button look="quiet" onClick={dismissInstallOffer}>
          {t('never')}
        </Button>
      </div>
    </section>
  );
}
