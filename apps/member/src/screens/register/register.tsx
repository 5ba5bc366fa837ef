import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { withWords } from '../../features/language/active-language.ts';
import { LanguageSwitch } from '../../features/language/language-switch.tsx';
import { prefetchFirstTable } from '../../features/lotteries/first-table.ts';
import { RecoveryCodes } from '../../features/recovery/recovery-codes.tsx';
import { useEnter } from '../../features/session/use-enter.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { Part } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { RegisterForm } from './register-form.tsx';

const Welcome = preloadable(() => withWords(['welcome'], async () => (await import('./welcome.tsx')).Welcome));

interface Joined {
  userName: string;
  codes: string[];
}

/** Registration: the form, then the recovery codes, which are shown only once, then three screens for new members. */
export function Register() {
  const t = useTranslations();
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const { to, enter } = useEnter();
  const [joined, setJoined] = useState<Joined | null>(null);
  const [welcome, setWelcome] = useState(false);
  if (joined === null && session.status === 'member') return <Navigate to={to} replace />;
  /** A new member who asked for no other page starts at Home. */
  const leave = () => void navigate(to === paths.mine() ? paths.home() : to, { replace: true });
  if (joined !== null && welcome) {
    return (
      <Screen narrow title={t('register.welcome')}>
        <Part waiting={<Skeleton blocks={[420]} />}>
          <Welcome onDone={leave} />
        </Part>
      </Screen>
    );
  }
  return (
    <Screen
      narrow
      title={t(joined === null ? 'titles.register' : 'register.codesTitle')}
      back={joined === null ? paths.login(to) : undefined}
      action={joined === null ? <LanguageSwitch /> : undefined}
    >
      {joined === null ? (
        <RegisterForm
          onJoined={(member, codes) => {
            setJoined({ userName: member.userName, codes });
            enter(member);
            prefetchFirstTable(client);
            // If it fails, the screen loads it again.
            Welcome.ahead().catch(() => undefined);
          }}
        />
      ) : (
        <RecoveryCodes
          head={t('register.codesFileHead', { userName: joined.userName })}
          codes={joined.codes}
          onDone={() => {
            setWelcome(true);
            Welcome.ahead().catch(leave);
          }}
        />
      )}
    </Screen>
  );
}
