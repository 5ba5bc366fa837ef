import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslations } from 'use-intl';
import { topUpsQuery } from '../../api/money/wallet.ts';
import { Amount } from '../../features/house/amount.tsx';
import { TopUpPill } from '../../features/top-ups/top-up-pill.tsx';
import { isOpen } from '../../features/top-ups/top-up-state.ts';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './open-top-ups.module.css';

const SHOWN_MAX = 2;

/** Unfinished top-ups, each with a link to continue. The statement lists the others. */
export function OpenTopUps() {
  const t = useTranslations('recharge');
  const { minute } = useTimes();
  const query = useInfiniteQuery(topUpsQuery(null));
  const open = query.data?.pages[0]?.items.filter(({ state }) => isOpen(state)) ?? [];
  if (open.length === 0) return null;
  return (
    <section className={styles.open} aria-label={t('open')}>
      <ul className={styles.list}>
        {open.slice(0, SHOWN_MAX).map(({ id, amountMinor, state, createdAtMs }) => (
          <li key={id}>
            <Link to={paths.recharge(id)} className={styles.row}>
              <Amount minor={amountMinor} className={styles.amount} />
              <span className={styles.time}>{minute(createdAtMs)}</span>
              <TopUpPill state={state} />
              <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
            </Link>
          </li>
        ))}
      </ul>
      {open.length > SHOWN_MAX ? (
        <Link to={paths.account({ tab: 'top-ups' })} className={styles.more}>
          {t('openMore', { count: open.length - SHOWN_MAX })}
        </Link>
      ) : null}
    </section>
  );
}
