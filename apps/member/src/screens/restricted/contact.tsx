import { useQuery } from '@tanstack/react-query';
import Headset from 'lucide-react/icons/headset';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Section } from '../../ui/section/section.tsx';
import styles from './restricted.module.css';

/** Support hours and a link to support. No action on this page depends on support. */
export function Contact() {
  const t = useTranslations('restricted');
  const hours = useQuery(houseQuery()).data?.supportHours;
  return (
    <Section title={t('contact')}>
      <p className={styles.soft}>
        {hours === undefined ? null : t('supportHours', { hours })} {t('contactText')}
      </p>
      <ButtonLink look="quiet" wide to={paths.servicePage({ desk: true })}>
        <Headset size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('contactDesk')}
      </ButtonLink>
    </Section>
  );
}
