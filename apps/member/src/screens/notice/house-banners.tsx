import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { houseQuery } from '../../api/house/house.ts';
import type { House } from '../../api/shared/types.ts';
import { useBeaconClaim } from '../../features/house/use-beacon-claim.ts';
import listStyles from '../../features/lists/list.module.css';
import { routeOf } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import styles from './notice.module.css';

/** The house's banners, as a list; nothing without any. */
export function HouseBanners() {
  const banners = useQuery(houseQuery()).data?.banners ?? [];
  const claim = useBeaconClaim();
  if (banners.length === 0) return null;
  return (
    <ul className={listStyles.list}>
      {banners.map((banner) => (
        <li key={banner.id}>
          <BannerRow banner={banner}>
            <span className={styles.sign}>
              <Mark state="sealed" size={20} silent />
            </span>
            <span className={styles.words}>
              <span className={styles.new}>{banner.title}</span>
              <span className={styles.soft}>{claim.fill(banner.text)}</span>
            </span>
          </BannerRow>
        </li>
      ))}
    </ul>
  );
}

/** A link only if it leads to a page of the app. */
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
