import CirclePlay from 'lucide-react/icons/circle-play';
import House from 'lucide-react/icons/house';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import MapPin from 'lucide-react/icons/map-pin';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { HouseLogo } from '../features/house/house-logo.tsx';
import { useSession } from '../features/session/use-session.ts';
import type { RouteName } from '../paths.ts';
import { paths } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { Link } from '../ui/link/link.tsx';
import { Mark } from '../ui/mark/mark.tsx';
import { UnreadDot } from '../ui/unread/unread-dot.tsx';
import styles from './tab-bar.module.css';

const ICON = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The five main screens: a bar at the foot of phones, a rail at the side of desktops. `current` is null elsewhere. */
export function TabBar({ current }: { current: RouteName | null }) {
  const t = useTranslations('tabs');
  const unread = useSession().me?.unreadMessages ?? 0;
  return (
    <nav className={styles.bar} aria-label={t('label')}>
      <div className={styles.logo} aria-hidden="true">
        <HouseLogo size={36} />
      </div>
      <ul className={styles.row}>
        <Tab to={paths.home()} here={current === 'home'} label={t('home')} icon={<House {...ICON} />} />
        <Tab to={paths.game()} here={current === 'game'} label={t('game')} icon={<LayoutGrid {...ICON} />} />
        <li className={styles.centre}>
          <Link
            to={paths.choose()}
            className={classNames(styles.raised, current === 'choose' && styles.here)}
            aria-label={t('choose')}
            aria-current={current === 'choose' ? 'page' : undefined}
          >
            <Mark state="sealed" size={34} silent />
            <MapPin {...ICON} />
            <span className={styles.label} aria-hidden="true">
              {t('choose')}
            </span>
          </Link>
        </li>
        <Tab to={paths.video()} here={current === 'video'} label={t('video')} icon={<CirclePlay {...ICON} />} />
        <Tab
          to={paths.mine()}
          here={current === 'mine'}
          label={t('mine')}
          icon={<UserRound {...ICON} />}
          mark={unread === 0 ? null : <UnreadDot label={t('unread', { count: unread })} className={styles.mark} />}
        />
      </ul>
    </nav>
  );
}

interface TabProps {
  to: string;
  here: boolean;
  label: string;
  icon: ReactNode;
  mark?: ReactNode;
}

function Tab({ to, here, label, icon, mark = null }: TabProps) {
  return (
    <li>
      <Link to={to} className={classNames(styles.tab, here && styles.here)} aria-current={here ? 'page' : undefined}>
        {icon}
        <span className={styles.label}>{label}</span>
        {mark}
      </Link>
    </li>
  );
}
