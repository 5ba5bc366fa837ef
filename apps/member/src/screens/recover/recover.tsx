import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { recover } from '../../api/account/session.ts';
import { keys } from '../../api/shared/query-keys.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { paths, safeReturn } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';

const schema = z.object({ userName: given(), recoveryCode: given(), newPassword: given() });

export function Recover() {
  const t = useTranslations();
  const [search] = useSearchParams();
  const client = useQueryClient();
  const [done, setDone] = useState(false);
  const login = paths.login(safeReturn(search.get('to')));
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { userName: '', recoveryCode: '', newPassword: '' },
    async send({ userName, recoveryCode, newPassword }) {
      await recover({ userName: userName.trim(), recoveryCode: recoveryCode.trim(), newPassword });
      client.setQueryData(keys.me, null);
      setDone(true);
    },
  });
  if (done) {
    return (
      <Screen title={t('titles.recover')} back={login}>
        <Notice
          sign={<Mark state="sealed" size={48} silent />}
          title={t('recover.doneTitle')}
          actions={<ButtonLink to={login}>{t('actions.signIn')}</ButtonLink>}
        >
          <p>{t('recover.doneText')}</p>
        </Notice>
      </Screen>
    );
  }
  return (
    <Screen title={t('titles.recover')} back={login}>
      <div className={styles.page}>
        <p className={styles.lead}>{t('recover.lead')}</p>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label={t('forms.userName')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...field('userName')}
          />
          <TextField
            label={t('recover.code')}
            hint={t('recover.codeHint')}
            dir="ltr"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...field('recoveryCode')}
          />
          <PasswordField
            label={t('recover.newPassword')}
            hint={t('register.passwordHint')}
            autoComplete="new-password"
            {...field('newPassword')}
          />
          <FormProblem text={problemText} />
          <SpendButton type="submit" wide busy={busy}>
            {t(busy ? 'recover.setting' : 'recover.set')}
          </SpendButton>
        </form>
      </div>
    </Screen>
  );
}
