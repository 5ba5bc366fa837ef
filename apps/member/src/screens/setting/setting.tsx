import { useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import LogOut from 'lucide-react/icons/log-out';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { FeelRows } from '../../features/appearance/feel-rows.tsx';
import { LookRows } from '../../features/appearance/look-rows.tsx';
import { ROUND_TRIP } from '../../features/person/use-return-path.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { SheetPart } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { RowButton, RowLink, Rows } from '../../ui/row/row.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import styles from './setting.module.css';

const SignOutSheet = preloadable(async () => (await import('../../features/session/sign-out-sheet.tsx')).SignOutSheet);
const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Settings for personal data, security and appearance, and the button to sign out. */
export function Setting() {
  const t = useTranslations();
  const client = useQueryClient();
  const { me } = useSession();
  const [leaving, setLeaving] = useState<boolean | null>(null);
  const here = paths.setting();
  return (
    <Screen
      title={t('titles.setting')}
      back={paths.mine()}
      onRefresh={() => client.refetchQueries({ queryKey: keys.me }, { throwOnError: true })}
    >
      <div className={styles.page}>
        <Rows>
          <RowLink to={paths.infomation()} icon={<UserRound {...ICON} />} label={t('setting.basic')} />
        </Rows>
        <Rows>
          <RowLink
            to={paths.setLoginPassword(here)}
            state={ROUND_TRIP}
            icon={<LockKeyhole {...ICON} />}
            label={t('titles.setLoginPassword')}
          />
          <RowLink
            to={paths.setPayPassword(here)}
            state={ROUND_TRIP}
            icon={<KeyRound {...ICON} />}
            label={t('titles.setPayPassword')}
          />
          <RowLink to={paths.recoveryCodes()} icon={<LifeBuoy {...ICON} />} label={t('titles.recoveryCodes')} />
          <RowLink to={paths.sessions()} icon={<MonitorSmartphone {...ICON} />} label={t('titles.sessions')} />
        </Rows>
        <Rows>
          <LookRows type="setting" />
        </Rows>
        <FeelRows />
        <Rows>
          <RowButton
            icon={<LogOut {...ICON} data-pointing />}
            label={t('signOut.act')}
            onClick={() => setLeaving(true)}
          />
        </Rows>
      </div>
      {leaving === null || me === null ? null : (
        <SheetPart onClose={() => setLeaving(null)}>
          <SignOutSheet me={me} open={leaving} onOpenChange={setLeaving} />
        </SheetPart>
      )}
    </Screen>
  );
}
