import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { setLoginPassword } from '../../api/account/session.ts';
import { keys } from '../../api/shared/query-keys.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { useReturnPath } from '../../features/person/use-return-path.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { say } from '../../ui/toast/toast.tsx';

const schema = z
  .object({ oldPassword: given(), newPassword: given(), repeat: given() })
  .check(z.refine(({ newPassword, repeat }) => newPassword === repeat, { error: 'entries-differ', path: ['repeat'] }));

/** Changes the login password: current one, new one, and the new one again. */
export function SetLoginPassword() {
  const t = useTranslations();
  const client = useQueryClient();
  const { me } = useSession();
  const { to, goBack } = useReturnPath(paths.setting());
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { oldPassword: '', newPassword: '', repeat: '' },
    async send(values) {
      try {
        await setLoginPassword(values);
      } finally {
        // This browser now has a new session token. A concurrent request with the old one may report the session as
        // ended, so check again.
        void client.invalidateQueries({ queryKey: keys.me });
      }
      say(t('loginPassword.done'));
      goBack();
    },
  });
  // In the order of the page, since the first invalid field receives focus.
  const oldPassword = field('oldPassword');
  const newPassword = field('newPassword');
  return (
    <Screen title={t('titles.setLoginPassword')} back={to}>
      <div className={styles.page}>
        <p className={styles.lead}>{t('loginPassword.lead')}</p>
        <form className={styles.form} onSubmit={submit} noValidate>
          {/* Tells password managers which account this is. */}
          <input type="text" name="username" autoComplete="username" value={me?.userName ?? ''} readOnly hidden />
          <PasswordField label={t('loginPassword.old')} autoComplete="current-password" {...oldPassword} />
          <PasswordField
            label={t('loginPassword.new')}
            hint={t('register.passwordHint')}
            autoComplete="new-password"
            {...newPassword}
            onChange={(event) => {
              void newPassword.onChange(event);
              // A change may make the repeated entry match.
              if (form.formState.errors.repeat !== undefined) void form.trigger('repeat');
            }}
          />
          <PasswordField label={t('loginPassword.repeat')} autoComplete="new-password" {...field('repeat')} />
          <FormProblem text={problemText} />
          <SpendButton type="submit" wide busy={busy}>
            {t(busy ? 'loginPassword.setting' : 'loginPassword.set')}
          </SpendButton>
        </form>
      </div>
    </Screen>
  );
}
