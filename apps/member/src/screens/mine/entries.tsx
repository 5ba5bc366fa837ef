import Bell from 'lucide-react/icons/bell';
import BookOpen from 'lucide-react/icons/book-open';
import ChartColumn from 'lucide-react/icons/chart-column';
import FileText from 'lucide-react/icons/file-text';
import History from 'lucide-react/icons/history';
import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Rows3 from 'lucide-react/icons/rows-3';
import ScanSearch from 'lucide-react/icons/scan-search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import SunMoon from 'lucide-react/icons/sun-moon';
import UserRound from 'lucide-react/icons/user-round';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Me } from '../../api/types.ts';
import { chooseTheme, themes, useTheme } from '../../features/appearance/appearance.ts';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import { languageOf } from '../../features/language/locales.ts';
import { paths } from '../../paths.ts';
import { RowButton, RowLink, RowOf, Rows } from '../../ui/row/row.tsx';
import { CompactSegments } from '../../ui/segments/compact.tsx';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './entries.module.css';

const SignOutSheet = lazy(async () => ({
  default: (await import('../../features/session/sign-out-sheet.tsx')).SignOutSheet,
}));
const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The ways from here. An entry stands here once it works. */
export function Entries({ me }: { me: Me | null }) {
  const t = useTranslations();
  const { locale } = useLocaleControl();
  const [leaving, setLeaving] = useState<boolean | null>(null);
  return (
    <>
      {me === null ? null : (
        <Rows>
          <RowLink
            to={paths.notice()}
            icon={<Bell {...ICON} />}
            label={t('titles.notice')}
            note={<Unread count={me.unreadMessages} />}
          />
          <RowLink to={paths.account()} icon={<Rows3 {...ICON} />} label={t('titles.account')} />
          <RowLink to={paths.withdrawRecord()} icon={<History {...ICON} />} label={t('titles.withdrawRecord')} />
          <RowLink to={paths.gameRecord()} icon={<ReceiptText {...ICON} />} label={t('titles.gameRecord')} />
          <RowLink to={paths.personalreport()} icon={<ChartColumn {...ICON} />} label={t('titles.personalreport')} />
          <RowLink to={paths.infomation()} icon={<UserRound {...ICON} />} label={t('titles.infomation')} />
          <RowLink to={paths.limits()} icon={<SlidersHorizontal {...ICON} />} label={t('titles.limits')} />
        </Rows>
      )}
      <Rows>
        <RowLink to={paths.verify()} icon={<ScanSearch {...ICON} />} label={t('titles.verify')} />
        <RowLink to={paths.book()} icon={<BookOpen {...ICON} />} label={t('titles.book')} />
        <RowLink to={paths.agreement()} icon={<FileText {...ICON} />} label={t('titles.agreement')} />
      </Rows>
      <Rows>
        <RowLink
          to={paths.language()}
          icon={<Languages {...ICON} />}
          label={t('titles.language')}
          note={languageOf(locale)?.name}
        />
        <Appearance />
        {me === null ? null : (
          <RowButton icon={<LogOut {...ICON} />} label={t('mine.signOut')} onClick={() => setLeaving(true)} />
        )}
      </Rows>
      {leaving === null || me === null ? null : (
        <Suspense fallback={null}>
          <SignOutSheet me={me} open={leaving} onOpenChange={setLeaving} />
        </Suspense>
      )}
    </>
  );
}

/** How many messages are not read yet; nothing where all are. */
function Unread({ count }: { count: number }) {
  const t = useTranslations('tabs');
  if (count === 0) return null;
  return (
    <span className={styles.unread}>
      <UnreadDot label={t('unread', { count })} />
      <span aria-hidden="true">{count}</span>
    </span>
  );
}

function Appearance() {
  const t = useTranslations('mine');
  const theme = useTheme();
  return (
    <RowOf icon={<SunMoon {...ICON} />} label={t('appearance')}>
      <CompactSegments
        label={t('appearance')}
        value={theme}
        options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={chooseTheme}
      />
    </RowOf>
  );
}
