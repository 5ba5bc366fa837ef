import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Me } from '../../api/types.ts';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './told.module.css';

/** What a member must know before all else: a suspension, that he is leaving, a changed agreement. */
export function Told({ me }: { me: Me }) {
  const t = useTranslations('mine');
  const times = useTimes();
  const until = me.suspension?.until ?? null;
  return (
    <>
      {me.suspension === null ? null : (
        <div className={styles.told} data-tone="alarm" role="note">
          <p>{t('suspended', { reason: me.suspension.reason })}</p>
          <p>{until === null ? t('suspendedOpen') : t('suspendedUntil', { until: times.day(Date.parse(until)) })}</p>
        </div>
      )}
      {me.closing ? (
        <Link to={paths.myData()} className={styles.told}>
          {t('closing')}
        </Link>
      ) : null}
      {me.agreementVersion < me.currentAgreementVersion ? (
        <Link to={paths.agreement()} className={styles.told}>
          {t('agreementChanged')}
        </Link>
      ) : null}
    </>
  );
}
