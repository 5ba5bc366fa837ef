import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Clock from 'lucide-react/icons/clock-3';
import Hourglass from 'lucide-react/icons/hourglass';
import Mail from 'lucide-react/icons/mail';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { withdrawalsQuery } from '../../api/money/withdrawals.ts';
import type { Me, Withdrawal } from '../../api/shared/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import { useOpenBets } from '../../features/lotteries/use-open-bets.ts';
import { shownStateOf } from '../../features/withdrawals/withdrawal-state.ts';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './now-cards.module.css';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** The list of withdrawals has the others. */
const WITHDRAWALS_MAX = 3;

/** Pending items: open bets, withdrawals in review and unread messages. Renders nothing without any. */
export function NowCards({ me }: { me: Me }) {
  const t = useTranslations();
  const open = useOpenBets();
  const inReview = useInfiniteQuery(withdrawalsQuery('in-review')).data?.pages[0]?.items ?? [];
  if (open.total === 0 && inReview.length === 0 && me.unreadMessages === 0) return null;
  return (
    <ul className={styles.cards} aria-label={t('mine.now.title')}>
      {open.total === 0 ? null : (
        <NowCard
          to={paths.gameRecord({ status: 'pending' })}
          icon={<Hourglass {...ICON} />}
          label={t('cards.openBets', { count: open.total })}
          detail={t('mine.now.staked')}
          end={open.stakedMinor === null ? undefined : <Amount minor={open.stakedMinor} />}
        />
      )}
      {inReview.slice(0, WITHDRAWALS_MAX).map((withdrawal) => (
        <InReview key={withdrawal.id} withdrawal={withdrawal} />
      ))}
      {me.unreadMessages === 0 ? null : (
        <NowCard to={paths.notice()} icon={<Mail {...ICON} />} label={t('tabs.unread', { count: me.unreadMessages })} />
      )}
    </ul>
  );
}

function InReview({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('mine.now');
  const times = useTimes();
  const onHold = shownStateOf(withdrawal) === 'on-hold';
  return (
    <NowCard
      to={paths.withdrawRecord({ id: withdrawal.id })}
      icon={<Clock {...ICON} />}
      label={t(onHold ? 'onHold' : 'inReview')}
      detail={t('since', { time: times.minute(withdrawal.submittedAtMs) })}
      end={<Amount minor={withdrawal.amountMinor} />}
    />
  );
}

interface NowCardProps {
  to: string;
  icon: ReactNode;
  label: string;
  detail?: string;
  end?: ReactNode;
}

function NowCard({ to, icon, label, detail, end }: NowCardProps) {
  return (
    <li>
      <Link to={to} className={styles.card}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.words}>
          <span className={styles.label}>{label}</span>
          {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
        </span>
        {end === undefined ? null : <span className={styles.end}>{end}</span>}
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
      </Link>
    </li>
  );
}
