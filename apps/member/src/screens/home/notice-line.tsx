import Megaphone from 'lucide-react/icons/megaphone';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';
import { useNoticesSeen } from '../../features/notices/seen-notices.ts';
import { useNoticeWords } from '../../features/notices/use-notice-words.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { SheetPart } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './notice-line.module.css';

/** Sheet for visitors, loaded when they first open it. */
const Notices = preloadable(async () => (await import('./notices.tsx')).Notices);

type Items = House['ticker'];

/**
 * The house's newest notice, in one line that does not scroll. A tap leads members to all notices. Visitors have no
 * such page and see them in a sheet. `items` is undefined until the server answers.
 */
export function NoticeLine({ items, failed }: { items: Items | undefined; failed: boolean }) {
  const session = useSession();
  if (items === undefined) return failed ? null : <Skeleton blocks={[20]} />;
  if (items.length === 0) return null;
  if (session.status !== 'member') return <VisitorLine items={items} />;
  return (
    <Link to={paths.notice({ tab: 'house' })} className={styles.line}>
      <Words items={items} />
    </Link>
  );
}

function VisitorLine({ items }: { items: Items }) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button type="button" className={styles.line} onClick={() => setOpen(true)}>
        <Words items={items} />
      </button>
      {open === null ? null : (
        <SheetPart onClose={() => setOpen(null)}>
          <Notices items={items} open={open} onOpenChange={setOpen} />
        </SheetPart>
      )}
    </>
  );
}

function Words({ items }: { items: Items }) {
  const t = useTranslations();
  const seen = useNoticesSeen();
  const words = useNoticeWords();
  const [newest] = items;
  if (newest === undefined) return null;
  const { title, spoken } = words(newest);
  const fresh = items.filter(({ atMs }) => atMs > seen).length;
  return (
    <>
      <Megaphone size={18} strokeWidth={1.75} aria-hidden="true" className={styles.sign} />
      <span key={newest.id} className={styles.text} {...spoken}>
        {title}
      </span>
      {newest.editedAtMs === null ? null : <span className={styles.edited}>{t('notices.editedMark')}</span>}
      {items.length > 1 ? (
        <span className={styles.more}>
          <bdi dir="ltr">{t('home.moreNotices', { count: items.length - 1 })}</bdi>
        </span>
      ) : null}
      {fresh > 0 ? <UnreadDot label={t('home.newNotices')} className={styles.dot} /> : null}
    </>
  );
}
