import { useTranslations } from 'use-intl';
import { confirmSession } from '../../api/money/idle-lock.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import formStyles from '../forms/form-page.module.css';
import { FormProblem } from '../forms/form-problem.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useClubForm } from '../forms/use-club-form.ts';
import { given, z } from '../forms/z.ts';
import { loginPasswordProblem } from '../recovery/login-password-problem.ts';
import { useSession } from './use-session.ts';

interface ConfirmSessionSheetProps {
  open: boolean;
  onEnd(isUnlocked: boolean): void;
}

const schema = z.object({ loginPassword: given() });

/** Asks for the login password after a time without use. What was asked for then goes on. */
export function ConfirmSessionSheet({ open, onEnd }: ConfirmSessionSheetProps) {
  const t = useTranslations('idleLock');
  return (
    <Sheet open={open} onOpenChange={(next) => next || onEnd(false)} title={t('title')} description={t('text')}>
      <PasswordForm onUnlocked={() => onEnd(true)} />
    </Sheet>
  );
}

function PasswordForm({ onUnlocked }: { onUnlocked(): void }) {
  const t = useTranslations('idleLock');
  const { me } = useSession();
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { loginPassword: '' },
    async send({ loginPassword }) {
      await confirmSession(loginPassword).catch((error: unknown) => {
        throw loginPasswordProblem(error);
      });
      onUnlocked();
    },
  });
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        // The sheet may be inside the form that waits.
        event.stopPropagation();
        submit(event);
      }}
      noValidate
    >
      {/* Tells password managers which account this is. */}
      <input type="text" name="username" autoComplete="username" value={me?.userName ?? ''} readOnly hidden />
      <PasswordField label={t('password')} autoComplete="current-password" {...field('loginPassword')} />
      <FormProblem text={problemText} />
      <SpendButton type="submit" wide busy={busy}>
        {t('goOn')}
      </SpendButton>
      <ButtonLink look="plain" wide to={paths.recover()}>
        {t('forgotten')}
      </ButtonLink>
    </form>
  );
}
