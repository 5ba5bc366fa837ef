import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Payee, Wallet } from '../../api/shared/types.ts';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { Amount } from '../../features/house/amount.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import { secondsLeft, useNow } from '../../features/live/now.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { IdleLock } from '../../features/session/idle-lock.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Passcode } from '../../ui/passcode/passcode.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import type { useWithdrawing } from './use-withdrawing.ts';
import styles from './withdraw.module.css';

interface ConfirmSheetProps {
  open: boolean;
  amountMinor: bigint;
  wallet: Wallet;
  payee: Payee;
  control: ReturnType<typeof useWithdrawing>;
  onClose(): void;
}

/** Review of the withdrawal, the finance password, and the button that alone sends it. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, control, onClose } = props;
  const t = useTranslations('withdraw');
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        // Stay open until the server answers.
        if (!next && control.withdrawing.status !== 'sending') onClose();
      }}
      title={t('confirmTitle')}
    >
      <Step {...props} />
      <IdleLock />
    </Sheet>
  );
}

function Step({ amountMinor, wallet, payee, control }: ConfirmSheetProps) {
  const t = useTranslations('withdraw');
  const text = useProblemText();
  const forms = useTranslations('forms');
  const times = useTimes();
  const [password, setPassword] = useState('');
  const [confirming, setConfirming] = useState(false);
  const { withdrawing, send } = control;
  const problem = 'problem' in withdrawing ? withdrawing.problem : null;
  // After an attempt without an answer, the amount may already have left the balance.
  const noteId = useId();
  const button = t(withdrawing.status === 'unsure' ? 'again' : 'submit');
  const isLocked = useNow((now) => secondsLeft(control.lockedUntilMs ?? 0, now) > 0);
  const afterMinor = BigInt(wallet.availableMinor) - amountMinor;
  const aboutPassword = problem !== null && PASSWORD_CODES.has(problem.code);

  async function go(typed: string): Promise<void> {
    setConfirming(false);
    const refused = await send(String(amountMinor), typed);
    // A wrong finance password is cleared; any other failure keeps it for a retry.
    if (refused !== null && PASSWORD_CODES.has(refused.code)) setPassword('');
  }

  function press(form: HTMLFormElement | null): void {
    if (isLocked) return;
    setConfirming(true);
    if (password.length === 4) void go(password);
    else focusFault(form);
  }

  return (
    // Enter in the password must not send: the button has no part in submitting the form.
    <form className={styles.confirm} onSubmit={(event) => event.preventDefault()} noValidate>
      <p className={styles.large}>
        <Amount minor={amountMinor} wraps />
      </p>
      <Facts ruled>
        <Fact label={t('to')}>
          {payee.bankName} <bdi dir="ltr">{payee.masked}</bdi>
        </Fact>
        <Fact label={t('fee')}>{t('feeNone')}</Fact>
        <Fact label={t('arrives')}>
          <Arrival amountMinor={amountMinor} wallet={wallet} />
        </Fact>
        {afterMinor < 0n ? null : (
          <Fact label={t('balanceAfter')}>
            <Amount minor={afterMinor} />
          </Fact>
        )}
      </Facts>
      <p className={styles.small}>{t('noWayBack')}</p>
      {withdrawing.status === 'unsure' ? (
        <p className={styles.unsure} role="alert">
          {text(withdrawing.problem)} {t('unsure')}
        </p>
      ) : (
        <FormProblem text={problem === null || aboutPassword ? null : text(problem)} />
      )}
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
      <p id={noteId} className={styles.waits}>
        {isLocked
          ? t.rich('waitsUntil', {
              button,
              clock: () => <bdi dir="ltr">{times.clock(control.lockedUntilMs ?? 0)}</bdi>,
            })
          : t(password.length < 4 ? 'waitsPin' : 'waitsButton', { button })}
      </p>
      <SpendButton
        wide
        busy={withdrawing.status === 'sending'}
        aria-disabled={isLocked}
        aria-describedby={noteId}
        onClick={(event) => press(event.currentTarget.form)}
      >
        {withdrawing.status === 'sending' ? t('sending') : button}
      </SpendButton>
      <PlayNote />
    </form>
  );
}

const PASSWORD_CODES = new Set(['finance-password-wrong', 'finance-password-locked']);

/** Expected arrival. From `reviewFromMinor` on, it also tells that a person reviews the withdrawal, and by when. */
function Arrival({ amountMinor, wallet }: { amountMinor: bigint; wallet: Wallet }) {
  const t = useTranslations('withdraw');
  const { reviewFromMinor, usualSeconds } = wallet.withdrawal;
  if (amountMinor >= BigInt(reviewFromMinor)) return t('arrivesReviewed');
  return t('arrivesUsually', { usual: Math.max(1, Math.round(usualSeconds / 60)) });
}
