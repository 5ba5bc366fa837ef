import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Minor, Payee } from '../../api/shared/types.ts';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { Amount } from '../../features/house/amount.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { IdleLock } from '../../features/session/idle-lock.tsx';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { Passcode } from '../../ui/passcode/passcode.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import styles from './my-data.module.css';
import { useClosing } from './use-closing.ts';

interface CloseSheetProps {
  open: boolean;
  availableMinor: Minor;
  payee: Payee | null;
  onClose(): void;
}

/** Summary of the payout, finance password, and a last confirmation, since closing cannot be undone. */
export function CloseSheet({ open, availableMinor, payee, onClose }: CloseSheetProps) {
  const t = useTranslations('myData.close');
  const closing = useClosing();
  function leave(next: boolean): void {
    // Stay open until the server answers.
    if (next || closing.busy) return;
    closing.forget();
    onClose();
  }
  return (
    <Sheet open={open} onOpenChange={leave} title={t('sheetTitle')}>
      <Steps availableMinor={availableMinor} payee={payee} closing={closing} onStay={() => leave(false)} />
      <IdleLock />
    </Sheet>
  );
}

interface StepsProps {
  availableMinor: Minor;
  payee: Payee | null;
  closing: ReturnType<typeof useClosing>;
  onStay(): void;
}

function Steps({ availableMinor, payee, closing, onStay }: StepsProps) {
  const t = useTranslations('myData.close');
  const text = useProblemText();
  const [password, setPassword] = useState('');
  const forms = useTranslations('forms');
  const [sure, setSure] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const { busy, problem } = closing;
  const aboutPassword = problem !== null && PASSWORD_CODES.has(problem.code);

  async function send(): Promise<void> {
    const refused = await closing.close(password);
    // A wrong finance password is cleared; any other failure keeps it for a retry.
    if (refused === null) {
      // The page now shows the payout at its top.
      window.scrollTo(0, 0);
      document.getElementById('screen-title')?.focus({ preventScroll: true });
    } else if (PASSWORD_CODES.has(refused.code)) {
      setPassword('');
      setSure(false);
    }
  }

  return (
    <form
      className={styles.sheet}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        setConfirming(true);
        if (password.length !== 4) focusFault(event.currentTarget);
        else if (sure) void send();
        else setSure(true);
      }}
      noValidate
    >
      <PaidOut availableMinor={availableMinor} payee={payee} />
      {sure ? (
        <p className={styles.sure} role="alert">
          {t('sure')}
        </p>
      ) : (
        <Passcode
          label={t('password')}
          value={password}
          onChange={(next) => {
            setPassword(next);
            setConfirming(false);
          }}
          error={aboutPassword ? text(problem) : confirming && password.length < 4 ? forms('fillIn') : null}
          autoFocus
        />
      )}
      <FormProblem text={problem === null || aboutPassword ? null : text(problem)} />
      <SpendButton step={sure ? 'sure' : 'password'} type="submit" look={sure ? 'danger' : 'primary'} wide busy={busy}>
        {t(busy ? 'closing' : sure ? 'forGood' : 'goOn')}
      </SpendButton>
      {sure ? (
        <Button look="quiet" wide onClick={onStay}>
          {t('stay')}
        </Button>
      ) : null}
    </form>
  );
}

function PaidOut({ availableMinor, payee }: Pick<StepsProps, 'availableMinor' | 'payee'>) {
  const t = useTranslations('myData.close');
  if (availableMinor === '0') return <p className={styles.soft}>{t('nothingThere')}</p>;
  return (
    <Facts>
      <Fact label={t('paidOut')}>
        <Amount minor={availableMinor} />
      </Fact>
      {payee === null ? null : (
        <Fact label={t('to')}>
          {payee.bankName} <bdi dir="ltr">{payee.masked}</bdi>
        </Fact>
      )}
      <Fact label={t('fee')}>{t('feeNone')}</Fact>
    </Facts>
  );
}

const PASSWORD_CODES = new Set(['finance-password-wrong', 'finance-password-locked']);
