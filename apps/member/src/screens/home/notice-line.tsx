import Megaphone from 'lucide-react/icons/megaphone';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import styles from './notice-line.module.css';

/** Sheets are fetched when the first one opens: Home shows without them. */
const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }));

/** One line of notice, standing still; a tap opens all of them. */
export function NoticeLine({ items }: { items: { id: string; text: string }[] }) {
  const t = useTranslations('home');
  const [open, setOpen] = useState<boolean | null>(null);
  const first = items[0];
  if (first === undefined) return null;
  return (
    <>
      <button type="button" className={styles.line} onClick={() => setOpen(true)}>
        <Megaphone size={18} strokeWidth={1.75} aria-hidden="true" className={styles.sign} />
        <span className={styles.text}>{first.text}</span>
        {items.length > 1 ? (
          <span className={styles.more}>
            <bdi dir="ltr">{t('moreNotices', { count: items.length - 1 })}</bdi>
          </span>
        ) : null}
      </button>
      {open === null ? null : (
        <Suspense fallback={null}>
          <Notices items={items} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
