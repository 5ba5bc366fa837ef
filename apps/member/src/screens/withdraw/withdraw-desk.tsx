import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Payee, Wallet } from '../../api/shared/types.ts';
import { DeskLink } from '../../features/desk/desk-link.tsx';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useMoneyText } from '../../features/house/use-money.ts';
import { AmountPad } from '../../features/money/amount-pad.tsx';
import moneyPage from '../../features/money/money-page.module.css';
import { useMemberId } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { faultOfAmount, isPlain } from './amount-fault.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { PayeeRow } from './payee-row.tsx';
import { Rule } from './rule.tsx';
import { UnansweredRequest } from './unanswered-request.tsx';
import { useWithdrawing } from './use-withdrawing.ts';
import styles from './withdraw.module.css';

/** Form with the rules, the payout card and the amount. A sheet then asks for the finance password. */
export function WithdrawDesk({ wallet, payee }: { wallet: Wallet; payee: Payee }) {
  const t = useTranslations('withdraw');
  const navigate = useNavigate();
  const [minor, setMinor] = useState<bigint | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const control = useWithdrawing(useMemberId(), (withdrawal) => {
    void navigate(paths.withdrawRecord({ id: withdrawal.id }), { replace: true });
  });
  const { availableMinor, withdrawal: rule } = wallet;
  const fault = minor === null ? null : faultOfAmount(minor, availableMinor, rule);
  const faultText = useFaultText(wallet, minor, submitted);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSubmitted(true);
    if (minor !== null && fault === null) setConfirming(true);
    else focusFault(event.currentTarget);
  }

  if (control.unsure !== null && !confirming) {
    return (
      <UnansweredRequest
        attempt={control.unsure}
        onAgain={() => {
          setMinor(BigInt(control.unsure?.amountMinor ?? 0));
          setConfirming(true);
        }}
        onLook={() => {
          control.giveUp();
          void navigate(paths.withdrawRecord());
        }}
      />
    );
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Rule wallet={wallet} />
      <PayeeRow payee={payee} />
      <AmountPad label={t('amount')} minor={minor} onChange={setMinor} error={faultText}>
        <AllKey minor={minor} availableMinor={availableMinor} onAll={() => setMinor(BigInt(availableMinor))} />
      </AmountPad>
      <div className={moneyPage.foot}>
        <Button type="submit" wide>
          {t('goOn')}
        </Button>
        <DeskLink />
        <PlayNote />
      </div>
      <ConfirmSheet
        open={confirming}
        amountMinor={minor ?? 0n}
        wallet={wallet}
        payee={payee}
        control={control}
        onClose={() => {
          setConfirming(false);
          control.forget();
        }}
      />
    </form>
  );
}

function useFaultText({ availableMinor, withdrawal: rule }: Wallet, minor: bigint | null, submitted: boolean) {
  const t = useTranslations();
  const money = useMoneyText();
  if (minor === null) return submitted ? t('withdraw.amountNeeded') : null;
  const fault = faultOfAmount(minor, availableMinor, rule);
  if (fault === null || !(submitted || isPlain(fault))) return null;
  switch (fault) {
    case 'nothing':
      return t('withdraw.amountNeeded');
    case 'above-balance':
      return t('withdraw.aboveBalance', { available: money(availableMinor) });
    case 'too-many-today':
      return t('errors.too-many-today', { perDay: rule.perDay });
    case 'too-small':
      return t('withdraw.tooSmall', { min: money(rule.minMinor) });
    case 'too-large':
      return t('withdraw.tooLarge', { max: money(rule.maxMinor) });
  }
}

interface AllKeyProps {
  minor: bigint | null;
  availableMinor: string;
  onAll(): void;
}

function AllKey({ minor, availableMinor, onAll }: AllKeyProps) {
  const t = useTranslations('withdraw');
  const money = useMoneyText();
  return (
    <div className={styles.all}>
      <span className={styles.available}>{t('available', { available: money(availableMinor) })}</span>
      <button type="button" className={styles.allKey} aria-pressed={minor === BigInt(availableMinor)} onClick={onAll}>
        {t('all')}
      </button>
    </div>
  );
}
