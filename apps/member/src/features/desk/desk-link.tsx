import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import styles from './desk-link.module.css';

/** The way to people, from where one may need them. */
export function DeskLink() {
  const t = useTranslations('actions');
  return (
    <Link to={paths.serviceOnline()} className={styles.link}>
      {t('contactDesk')}
    </Link>
  );
}
