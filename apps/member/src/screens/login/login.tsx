import { useQueryClient } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { signIn } from '../../api/account/session.ts';
import { keys } from '../../api/shared/query-keys.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { LanguageSwitch } from '../../features/language/language-switch.tsx';
import { useEnter } from '../../features/session/use-enter.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Screen } from '../../ui/screen/screen.tsx';

const schema = z.object({ userName: given(), password: given() });

export function Login() {
  const t = useTranslations();
  const client = useQueryClient();
  const { to, enter } = useEnter();
  const session = useSession();
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { userName: '', password: '' },
    async send({ userName, password }) {
      const { member } = await signIn({ userName: userName.trim(), password });
      client.setQueryData(keys.sessionEnded, false);
      enter(member);
    },
  });
  // Members who are signed in continue to the requested page.
  if (session.status === 'member') return <Navigate to={to} replace />;
  const ended = client.getQueryData(keys.sessionEnded) === true;
  return (
    <Screen narrow title={t('titles.login')} back={paths.home()} action={<LanguageSwitch />}>
      <div className={styles.page}>
        <Mark state="sealed" size={56} silent className={styles.sign} />
        <p className={styles.lead}>{t(ended ? 'errors.signed-out' : 'login.lead')}</p>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label={t('forms.userName')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...field('userName')}
          />
          <PasswordField label={t('forms.password')} autoComplete="current-password" {...field('password')} />
          <FormProblem text={problemText} />
          <Button type="submit" wide busy={busy}>
            {t(busy ? 'login.signingIn' : 'login.signIn')}
          </Button>
        </form>
        <div className={styles.links}>
          <ButtonLink look="plain" to={paths.register(to)}>
            {t('login.register')}
          </ButtonLink>
          <ButtonLink look="plain" to={paths.recover({ to })}>
            {t('login.forgotten')}
          </ButtonLink>
          <ButtonLink look="plain" to={paths.house()}>
            {t('login.house')}
          </ButtonLink>
        </div>
      </div>
    </Screen>
  );
}
