import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house.ts';
import { Section } from '../../ui/section/section.tsx';
import styles from './restricted.module.css';

/** When support is there. Nothing on this page waits for it. */
export function Contact() {
  const t = useTranslations('restricted');
  const hours = useQuery(houseQuery()).data?.supportHours;
  return (
    <Section title={t('contact')}>
      <p className={styles.soft}>
        {hours === undefined ? null : t('supportHours', { hours })} {t('contactText')}
      </p>
    </Section>
  );
}
