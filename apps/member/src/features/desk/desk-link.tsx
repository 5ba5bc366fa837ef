import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './desk-link.module.css';

/** A link to the support desk, for screens where members may need help. */
export function DeskLink() {
  const t = useTranslations('actions');
  return (
    <Link to={paths.serviceOnline()} className={styles.link}>
      {t('contactDesk')}
    </Link>
  );
}
