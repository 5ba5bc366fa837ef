import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { recover } from '../../api/account/session.ts';
import { keys } from '../../api/shared/query-keys.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field/text-field.tsx';

const schema = z.object({ userName: given(), recoveryCode: given(), newPassword: given() });

export const NO_CODE_TYPED = { userName: '', recoveryCode: '', newPassword: '' };

interface ByCodeProps {
  /** Holds what was typed while the other form is shown. */
  typed: RefObject<typeof NO_CODE_TYPED>;
  onDone(): void;
}

/** Sets a new password with a recovery code. */
export function ByCode({ typed, onDone }: ByCodeProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: typed.current,
    async send({ userName, recoveryCode, newPassword }) {
      await recover({ userName: userName.trim(), recoveryCode: recoveryCode.trim(), newPassword });
      client.setQueryData(keys.me, null);
      onDone();
    },
  });
  return (
    <div className={styles.columns}>
      <p className={classNames(styles.lead, styles.beside)}>{t('recover.lead')}</p>
      <form
        className={styles.form}
        onSubmit={submit}
        noValidate
        onChange={() => {
          typed.current = form.getValues();
        }}
      >
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
  );
}
