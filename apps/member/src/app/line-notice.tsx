import { useTranslations } from 'use-intl';
import { useLineFault } from '../features/live/line-state.ts';
import styles from './line-notice.module.css';

/** Says that the line to the club is cut, and that it is being mended. The schedule runs on without it. */
export function LineNotice() {
  const t = useTranslations();
  const fault = useLineFault();
  return (
    <div role="status" className={styles.region}>
      {fault === 'cut' ? <p className={styles.notice}>{t('line.cut')}</p> : null}
      {fault === 'missing' ? (
        <p className={styles.notice}>
          {t('broken.text')}{' '}
          <button type="button" className={styles.again} onClick={() => window.location.reload()}>
            {t('broken.reload')}
          </button>
        </p>
      ) : null}
    </div>
  );
}
