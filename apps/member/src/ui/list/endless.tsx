import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button/button.tsx';
import styles from './endless.module.css';

interface EndlessProps {
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onMore(): void;
  /** Shown after the last item. */
  end?: string;
}

/** End of an infinite list. It loads the next page when it is near the viewport. */
export function EndlessFoot({ hasMore, loading, failed, onMore, end }: EndlessProps) {
  const t = useTranslations('state');
  const foot = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  ask.current = onMore;
  const watching = hasMore && !loading && !failed;

  useEffect(() => {
    if (!watching || foot.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) ask.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [watching]);

  return (
    <div ref={foot} className={styles.foot}>
      {failed ? (
        <Button look="quiet" onClick={onMore}>
          {t('moreFailed')}
        </Button>
      ) : hasMore ? (
        <span role="status">{t('loadingMore')}</span>
      ) : (
        <span className={styles.end}>{end ?? t('end')}</span>
      )}
    </div>
  );
}
