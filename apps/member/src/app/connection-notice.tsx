import { useTranslations } from 'use-intl';
import { useConnectionFault } from '../features/live/connection-state.ts';
import { FailureAction, useFailureText } from '../ui/load-failure/failure-text.tsx';
import styles from './connection-notice.module.css';

/** Says that the connection to the club is lost and being restored. The schedule of draws keeps running. */
export function ConnectionNotice() {
  const t = useTranslations('line');
  const lostText = useFailureText();
  const fault = useConnectionFault();
  return (
    <div role="status" className={styles.region}>
      {fault?.because === 'cut' ? <p className={styles.notice}>{t('cut')}</p> : null}
      {fault?.because === 'lost' ? (
        <div className={styles.notice}>
          {lostText(fault.error)} <FailureAction error={fault.error} look="link" />
        </div>
      ) : null}
    </div>
  );
}
