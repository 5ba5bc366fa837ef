import { useTranslations } from 'use-intl';
import { useLineFault } from '../features/live/line-state.ts';
import { LostWayOn, useLostText } from '../ui/lost-code/lost-words.tsx';
import styles from './line-notice.module.css';

/** Says that the line to the club is cut, and that it is being mended. The schedule runs on without it. */
export function LineNotice() {
  const t = useTranslations('line');
  const lostText = useLostText();
  const fault = useLineFault();
  return (
    <div role="status" className={styles.region}>
      {fault?.because === 'cut' ? <p className={styles.notice}>{t('cut')}</p> : null}
      {fault?.because === 'lost' ? (
        <div className={styles.notice}>
          {lostText(fault.error)} <LostWayOn error={fault.error} look="link" />
        </div>
      ) : null}
    </div>
  );
}
