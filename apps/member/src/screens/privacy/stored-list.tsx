import { STORED_ON_DEVICE } from '@tercet/contract/device-storage.ts';
import { useTranslations } from 'use-intl';
import { Section } from '../../ui/section/section.tsx';
import styles from './privacy.module.css';

/** Everything that the app stores on a device: what for, how long, and under which names. */
export function StoredList() {
  const t = useTranslations('privacyPage.stored');
  return (
    <Section title={t('title')}>
      <p>{t('text')}</p>
      <ul className={styles.list}>
        {STORED_ON_DEVICE.filter(({ app }) => app === 'member').map(({ place, names, use, until }) => (
          <li key={`${place} ${names.join(' ')}`} className={styles.entry}>
            <span>{t(`use.${use}`)}</span>
            <span className={styles.soft}>
              {t(`place.${place}`)}
              {' · '}
              {t(`until.${until}`)}
            </span>
            <bdi dir="ltr" className={styles.names}>
              {names.join(', ')}
            </bdi>
          </li>
        ))}
      </ul>
    </Section>
  );
}
