import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { setRecoveredPassword } from '../../api/account/recovery.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { VisitorKey, VisitorThread } from '../../api/shared/types.ts';
import formStyles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { useNow } from '../../features/live/now.ts';
import { stageOf, toneOf } from '../../features/recovery/recovery-stage.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Pill } from '../../ui/pill/pill.tsx';
import styles from './visitor-desk.module.css';

interface RequestStateProps {
  stored: VisitorKey;
  recovery: NonNullable<VisitorThread['recovery']>;
  /** Called with the new recovery codes. */
  onRecovered(codes: string[]): void;
}

/** State of a request for a new password, with the next step. */
export function RequestState({ stored, recovery, onRecovered }: RequestStateProps) {
  const t = useTranslations();
  const { minute } = useTimes();
  const stage = useNow((nowMs) => stageOf(recovery, nowMs));
  const times = { ready: minute(recovery.readyAtMs), expires: minute(recovery.expiresAtMs) };
  const places = { settings: t('titles.setting'), codes: t('titles.recoveryCodes') };
  return (
    <section className={styles.state} aria-label={t('recover.stateLabel')}>
      <Pill tone={toneOf(stage)}>{t(`recover.stage.${stage}`)}</Pill>
      <p role="status">{t(`recover.stageText.${stage}`, { ...times, ...places })}</p>
      {stage === 'ready' ? <NewPassword stored={stored} onRecovered={onRecovered} /> : null}
      {stage === 'done' ? <ButtonLink to={paths.login()}>{t('actions.signIn')}</ButtonLink> : null}
      {stage === 'refused' || stage === 'expired' ? (
        <ButtonLink look="quiet" to={paths.recover({ byDesk: true })}>
          {t('recover.newRequest')}
        </ButtonLink>
      ) : null}
    </section>
  );
}

const schema = z.object({ newPassword: given() });

function NewPassword({ stored, onRecovered }: Omit<RequestStateProps, 'recovery'>) {
  const t = useTranslations();
  const client = useQueryClient();
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { newPassword: '' },
    async send({ newPassword }) {
      try {
        onRecovered(await setRecoveredPassword(stored, newPassword));
      } finally {
        // The request may be over: by this call, or by the member.
        void client.invalidateQueries({ queryKey: keys.visitorThread(stored.number) });
      }
    },
  });
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate>
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
  );
}
