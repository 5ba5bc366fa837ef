import Megaphone from 'lucide-react/icons/megaphone';
import { useTranslations } from 'use-intl';
import type { HouseNotice } from '../../api/shared/types.ts';
import { useNoticeWords } from '../../features/notices/use-notice-words.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './notice.module.css';

/** A notice of the house to all members. */
export function NoticeRow({ notice, fresh }: { notice: HouseNotice; fresh: boolean }) {
  const t = useTranslations();
  const times = useTimes();
  const { title, text, spoken } = useNoticeWords()(notice);
  return (
    <li className={styles.message}>
      <span className={styles.sign}>
        <Megaphone size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={fresh ? styles.new : styles.read} {...spoken}>
          {title}
        </span>
        {text === '' ? null : (
          <span className={styles.soft} {...spoken}>
            {text}
          </span>
        )}
        <span className={styles.time}>
          {times.minute(notice.atMs)}
          {notice.editedAtMs === null ? null : ` · ${t('notices.edited', { at: times.minute(notice.editedAtMs) })}`}
        </span>
      </span>
      {fresh ? <UnreadDot label={t('messages.new')} className={styles.dot} /> : null}
    </li>
  );
}
