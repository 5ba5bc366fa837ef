import { useTranslations } from 'use-intl';
import type { Me } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './agreement-notice.module.css';

/** Notice of a changed agreement. */
export function AgreementNotice({ me }: { me: Me }) {
  const t = useTranslations('mine');
  if (me.agreementVersion >= me.currentAgreementVersion) return null;
  return (
    <Link to={paths.agreement()} className={styles.told}>
      {t('agreementChanged')}
    </Link>
  );
}
