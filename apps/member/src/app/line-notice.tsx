import { useTranslations } from 'use-intl';
import { useLineCut } from '../features/live/line-state.ts';
import styles from './line-notice.module.css';

/** Says that the line to the club is cut, and that it is being mended. The schedule runs on without it. */
export function LineNotice() {
  const t = useTranslations('line');
  const cut = useLineCut();
  return (
    <div role="status" className={styles.region}>
      {cut ? <p className={styles.notice}>{t('cut')}</p> : null}
    </div>
  );
}
