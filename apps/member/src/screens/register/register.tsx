import { useState } from 'react';
import { Navigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { LanguageSwitch } from '../../features/language/language-switch.tsx';
import { RecoveryCodes } from '../../features/recovery/recovery-codes.tsx';
import { useEnter } from '../../features/session/use-enter.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { RegisterForm } from './register-form.tsx';

interface Joined {
  userName: string;
  codes: string[];
}

/** Registration: the form, then the recovery codes, which are shown only once. */
export function Register() {
  const t = useTranslations();
  const session = useSession();
  const { to, enter, goOn } = useEnter();
  const [joined, setJoined] = useState<Joined | null>(null);
  if (joined === null && session.status === 'member') return <Navigate to={to} replace />;
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
          }}
        />
      ) : (
        <RecoveryCodes
          head={t('register.codesFileHead', { userName: joined.userName })}
          codes={joined.codes}
          onDone={goOn}
        />
      )}
    </Screen>
  );
}
