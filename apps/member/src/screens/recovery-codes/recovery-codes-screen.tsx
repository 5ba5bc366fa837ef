import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { recoveryCodesQuery, renewRecoveryCodes } from '../../api/account/recovery.ts';
import { keys } from '../../api/shared/query-keys.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { loginPasswordProblem } from '../../features/recovery/login-password-problem.ts';
import { RecoveryCodes } from '../../features/recovery/recovery-codes.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';

/** `/RecoveryCodes`: count of unused recovery codes, and new ones by the login password, which are shown once. */
export function RecoveryCodesScreen() {
  const t = useTranslations();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(recoveryCodesQuery());
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) {
    return (
      <Screen title={t('register.codesTitle')}>
        <RecoveryCodes
          head={t('recover.codesFileHead')}
          codes={codes}
          onDone={() => void navigate(paths.setting(), { replace: true })}
        />
      </Screen>
    );
  }
  return (
    <Screen title={t('titles.recoveryCodes')} back={paths.setting()} onRefresh={() => refetch()}>
      <div className={styles.page}>
        <p className={styles.lead}>{t('recoveryCodes.lead')}</p>
        {data !== undefined ? (
          <p>{t('recoveryCodes.left', { count: data.unused })}</p>
        ) : error === null ? (
          <Skeleton blocks={[24]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
        <Renew
          onRenewed={(made) => {
            setCodes(made);
            void client.invalidateQueries({ queryKey: keys.recoveryCodes });
          }}
        />
      </div>
    </Screen>
  );
}

const schema = z.object({ loginPassword: given() });

function Renew({ onRenewed }: { onRenewed(codes: string[]): void }) {
  const t = useTranslations();
  const { me } = useSession();
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { loginPassword: '' },
    async send({ loginPassword }) {
      const codes = await renewRecoveryCodes(loginPassword).catch((error: unknown) => {
        throw loginPasswordProblem(error);
      });
      onRenewed(codes);
    },
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{t('recoveryCodes.renew')}</p>
      {/* Tells password managers which account this is. */}
      <input type="text" name="username" autoComplete="username" value={me?.userName ?? ''} readOnly hidden />
      <PasswordField
        label={t('sessions.request.password')}
        autoComplete="current-password"
        {...field('loginPassword')}
      />
      <FormProblem text={problemText} />
      <SpendButton type="submit" wide busy={busy}>
        {t(busy ? 'recoveryCodes.making' : 'recoveryCodes.make')}
      </SpendButton>
    </form>
  );
}
