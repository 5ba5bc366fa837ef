import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Me } from '../../api/shared/types.ts';
import { type RouteName, routes } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './account-menu.module.css';
import { ACCOUNT_GROUPS, type AccountEntry, type AccountGroup, accountEntryOf, entriesFor } from './account-routes.ts';

const GROUPS = Object.keys(ACCOUNT_GROUPS) as AccountGroup[];

/** The entries of Account beside its screens, on wide desktops. */
export function AccountMenu({ me, current }: { me: Me; current: RouteName }) {
  const t = useTranslations();
  const id = useId();
  return (
    <nav className={styles.menu} aria-label={t('titles.mine')}>
      {GROUPS.map((group) => (
        <div key={group}>
          <p className={styles.title} id={`${id}${group}`}>
            {group === 'account' ? t('mine.account') : t(`mine.groups.${group}`)}
          </p>
          <ul aria-labelledby={`${id}${group}`}>
            {entriesFor(group, me.restricted).map((entry) => (
              <Entry key={entry} entry={entry} current={current} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ entry, current }: { entry: AccountEntry; current: RouteName }) {
  const t = useTranslations('titles');
  const isHere = accountEntryOf(current) === entry;
  return (
    <li>
      <Link
        to={routes[entry].path}
        className={classNames(styles.entry, isHere && styles.here)}
        aria-current={entry === current ? 'page' : isHere ? 'true' : undefined}
      >
        {t(entry)}
      </Link>
    </li>
  );
}
