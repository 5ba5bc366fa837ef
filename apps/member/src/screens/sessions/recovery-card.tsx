import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { recoveriesQuery, stopRecoveries } from '../../api/account/recovery.ts';
import { keys } from '../../api/shared/query-keys.ts';
import formStyles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { loginPasswordProblem } from '../../features/recovery/login-password-problem.ts';
import { useSession } from '../../features/session/use-session.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { say } from '../../ui/toast/toast.tsx';
import styles from './sessions.module.css';

const schema = z.object({ loginPassword: given() });

/** Open requests for a new password of this account, with a way to stop them. Renders nothing without any. */
export function RecoveryCard() {
  const t = useTranslations('sessions.request');
  const { minute } = useTimes();
  const { data, error, refetch } = useQuery(recoveriesQuery());
  if (data === undefined) return error === null ? null : <Failed error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) return null;
  return (
    <section className={styles.request} aria-labelledby="recovery-request">
      <h2 id="recovery-request" className={styles.name}>
        {t('title')}
      </h2>
      <ul>
        {data.items.map(({ requestedAtMs, readyAtMs }) => (
          <li key={requestedAtMs}>{t('times', { requested: minute(requestedAtMs), ready: minute(readyAtMs) })}</li>
        ))}
      </ul>
      <p>{t('text')}</p>
      <Stop />
    </section>
  );
}

function Stop() {
  const t = useTranslations('sessions.request');
  const client = useQueryClient();
  const { me } = useSession();
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { loginPassword: '' },
    async send({ loginPassword }) {
      await stopRecoveries(loginPassword).catch((error: unknown) => {
        throw loginPasswordProblem(error);
      });
      say(t('stopped'));
      await client.invalidateQueries({ queryKey: keys.recoveries });
    },
  });
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate>
      {/* Tells password managers which account this is. */}
      <input type="text" name="username" autoComplete="username" value={me?.userName ?? ''} readOnly hidden />
      <PasswordField label={t('password')} autoComplete="current-password" {...field('loginPassword')} />
      <FormProblem text={problemText} />
      <SpendButton type="submit" wide look="danger" busy={busy}>
        {t(busy ? 'stopping' : 'stop')}
      </SpendButton>
    </form>
  );
}
