import { useQuery } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import BookOpen from 'lucide-react/icons/book-open';
import ChartColumn from 'lucide-react/icons/chart-column';
import FileText from 'lucide-react/icons/file-text';
import Film from 'lucide-react/icons/film';
import Headset from 'lucide-react/icons/headset';
import History from 'lucide-react/icons/history';
import Landmark from 'lucide-react/icons/landmark';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Rows3 from 'lucide-react/icons/rows-3';
import ScanSearch from 'lucide-react/icons/scan-search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Ticket from 'lucide-react/icons/ticket';
import UserRound from 'lucide-react/icons/user-round';
import { useTranslations } from 'use-intl';
import { threadsUnreadQuery } from '../../api/house/desk.ts';
import type { Me } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { RowLink, Rows } from '../../ui/row/row.tsx';
import { Section } from '../../ui/section/section.tsx';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './entries.module.css';
import { MemberHead } from './member-head.tsx';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function MoneyEntries() {
  const t = useTranslations();
  return (
    <Section title={t('mine.groups.money')}>
      <Rows>
        <RowLink to={paths.account()} icon={<Rows3 {...ICON} />} label={t('titles.account')} />
        <RowLink to={paths.withdrawRecord()} icon={<History {...ICON} />} label={t('titles.withdrawRecord')} />
        <RowLink to={paths.personalreport()} icon={<ChartColumn {...ICON} />} label={t('titles.personalreport')} />
      </Rows>
    </Section>
  );
}

export function PlayEntries({ me }: { me: Me }) {
  const t = useTranslations();
  return (
    <Section title={t('mine.groups.play')}>
      <Rows>
        <RowLink to={paths.gameRecord()} icon={<ReceiptText {...ICON} />} label={t('titles.gameRecord')} />
        <RowLink to={paths.limits()} icon={<SlidersHorizontal {...ICON} />} label={t('titles.limits')} />
        {me.restricted ? null : (
          <RowLink to={paths.videoHistory()} icon={<Film {...ICON} />} label={t('titles.videoHistory')} />
        )}
      </Rows>
    </Section>
  );
}

export function AccountEntries({ me }: { me: Me }) {
  const t = useTranslations();
  return (
    <Section title={t('mine.account')}>
      <div className={styles.group}>
        <MemberHead me={me} />
        <Rows>
          <RowLink to={paths.notice()} icon={<Bell {...ICON} />} label={t('titles.notice')} />
          <RowLink to={paths.infomation()} icon={<UserRound {...ICON} />} label={t('titles.infomation')} />
          {me.restricted ? null : (
            <RowLink to={paths.invite()} icon={<Ticket {...ICON} />} label={t('titles.invite')} />
          )}
        </Rows>
      </div>
    </Section>
  );
}

export function HelpEntries({ me }: { me: Me | null }) {
  const t = useTranslations();
  return (
    <Section title={t('mine.groups.help')}>
      <Rows>
        <RowLink
          to={paths.serviceOnline()}
          icon={<Headset {...ICON} />}
          label={t('titles.serviceOnline')}
          note={me === null ? undefined : <ThreadsUnread />}
        />
        <RowLink to={paths.verify()} icon={<ScanSearch {...ICON} />} label={t('titles.verify')} />
        <RowLink to={paths.book()} icon={<BookOpen {...ICON} />} label={t('titles.book')} />
        <RowLink to={paths.house()} icon={<Landmark {...ICON} />} label={t('titles.house')} />
        <RowLink to={paths.agreement()} icon={<FileText {...ICON} />} label={t('titles.agreement')} />
      </Rows>
    </Section>
  );
}

/** Number of unread messages from support; nothing for zero. */
function ThreadsUnread() {
  const t = useTranslations('tabs');
  const count = useQuery(threadsUnreadQuery()).data ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.unread}>
      <UnreadDot label={t('unread', { count })} />
      <span aria-hidden="true">{count}</span>
    </span>
  );
}
