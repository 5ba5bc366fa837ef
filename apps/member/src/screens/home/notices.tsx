import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';
import { noteNoticesSeen } from '../../features/notices/seen-notices.ts';
import { useNoticeWords } from '../../features/notices/use-notice-words.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import styles from './notice-line.module.css';

interface NoticesProps {
  items: House['ticker'];
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function Notices({ items, open, onOpenChange }: NoticesProps) {
  const t = useTranslations();
  const times = useTimes();
  const words = useNoticeWords();
  const newestMs = items[0]?.atMs ?? 0;
  useEffect(() => {
    if (open) noteNoticesSeen(newestMs);
  }, [open, newestMs]);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('home.notices')}>
      <ul className={styles.all}>
        {items.map((item) => {
          const { title, text, spoken } = words(item);
          return (
            <li key={item.id}>
              <p {...spoken}>{title}</p>
              {text === '' ? null : (
                <p className={styles.body} {...spoken}>
                  {text}
                </p>
              )}
              {item.editedAtMs === null ? null : (
                <p className={styles.body}>{t('notices.edited', { at: times.minute(item.editedAtMs) })}</p>
              )}
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
