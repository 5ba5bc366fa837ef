import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Megaphone from 'lucide-react/icons/megaphone';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house.ts';
import type { House } from '../../api/types.ts';
import listStyles from '../../features/lists/list.module.css';
import { Failed } from '../../features/problems/failed.tsx';
import { routeOf } from '../../paths.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './notice.module.css';

/** What the house says to everybody: its notices first, then its banners. */
export function HouseNotices() {
  const t = useTranslations('messages');
  const { data: house, error, refetch } = useQuery(houseQuery());
  if (house === undefined) {
    return error === null ? (
      <Skeleton blocks={[72, 72, 72]} />
    ) : (
      <Failed error={error} onRetry={() => void refetch()} />
    );
  }
  if (house.ticker.length + house.banners.length === 0) {
    return (
      <Notice sign={<Megaphone size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('houseNone')}>
        <p>{t('houseNoneText')}</p>
      </Notice>
    );
  }
  return (
    <ul className={listStyles.list}>
      {house.ticker.map(({ id, text }) => (
        <li key={id} className={styles.message}>
          <span className={styles.sign}>
            <Megaphone size={20} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <span className={styles.words}>{text}</span>
        </li>
      ))}
      {house.banners.map((banner) => (
        <li key={banner.id}>
          <BannerRow banner={banner}>
            <span className={styles.sign}>
              <Mark state="sealed" size={20} silent />
            </span>
            <span className={styles.words}>
              <span className={styles.new}>{banner.title}</span>
              <span className={styles.soft}>{banner.text}</span>
            </span>
          </BannerRow>
        </li>
      ))}
    </ul>
  );
}

/** A link only where it leads within the app. */
function BannerRow({ banner: { link }, children }: { banner: House['banners'][number]; children: ReactNode }) {
  const own = link !== null && routeOf(link.split(/[?#]/, 1)[0] ?? '') !== null;
  if (link === null || !own) return <div className={styles.message}>{children}</div>;
  return (
    <Link to={link} className={styles.message}>
      {children}
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
    </Link>
  );
}
