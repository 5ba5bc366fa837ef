import Bell from 'lucide-react/icons/bell';
import BookOpen from 'lucide-react/icons/book-open';
import FileText from 'lucide-react/icons/file-text';
import FolderLock from 'lucide-react/icons/folder-lock';
import History from 'lucide-react/icons/history';
import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Rows3 from 'lucide-react/icons/rows-3';
import ScanSearch from 'lucide-react/icons/scan-search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Me } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { SheetPart } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { RowButton, RowLink, Rows } from '../../ui/row/row.tsx';
import { Section } from '../../ui/section/section.tsx';

const SignOutSheet = preloadable(async () => (await import('../../features/session/sign-out-sheet.tsx')).SignOutSheet);
const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Links to everything that a restricted member can still do. */
export function AllowedActs({ me }: { me: Me }) {
  const t = useTranslations();
  const [leaving, setLeaving] = useState<boolean | null>(null);
  const unread = me.unreadMessages === 0 ? undefined : t('tabs.unread', { count: me.unreadMessages });
  return (
    <Section title={t('restricted.works')}>
      <Rows>
        <RowLink to={paths.withdrawRecord()} icon={<History {...ICON} />} label={t('titles.withdrawRecord')} />
        <RowLink to={paths.account()} icon={<Rows3 {...ICON} />} label={t('titles.account')} />
        <RowLink to={paths.notice()} icon={<Bell {...ICON} />} label={t('titles.notice')} note={unread} />
        <RowLink to={paths.gameRecord()} icon={<ReceiptText {...ICON} />} label={t('titles.gameRecord')} />
        <RowLink to={paths.infomation()} icon={<UserRound {...ICON} />} label={t('titles.infomation')} />
        <RowLink to={paths.myData()} icon={<FolderLock {...ICON} />} label={t('titles.myData')} />
        <RowLink to={paths.sessions()} icon={<MonitorSmartphone {...ICON} />} label={t('titles.sessions')} />
        <RowLink to={paths.limits()} icon={<SlidersHorizontal {...ICON} />} label={t('titles.limits')} />
      </Rows>
      <Rows>
        <RowLink to={paths.verify()} icon={<ScanSearch {...ICON} />} label={t('titles.verify')} />
        <RowLink to={paths.book()} icon={<BookOpen {...ICON} />} label={t('titles.book')} />
        <RowLink to={paths.agreement()} icon={<FileText {...ICON} />} label={t('titles.agreement')} />
        <RowLink to={paths.language('restricted')} icon={<Languages {...ICON} />} label={t('titles.language')} />
        <RowButton
          icon={<LogOut {...ICON} data-pointing />}
          label={t('signOut.act')}
          onClick={() => setLeaving(true)}
        />
      </Rows>
      {leaving === null ? null : (
        <SheetPart onClose={() => setLeaving(null)}>
          <SignOutSheet me={me} open={leaving} onOpenChange={setLeaving} />
        </SheetPart>
      )}
    </Section>
  );
}
