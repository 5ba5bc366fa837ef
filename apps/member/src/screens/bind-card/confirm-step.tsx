import { useQuery } from '@tanstack/react-query';
import { findIban, tidyName } from '@tercet/contract/words.ts';
import { useTranslations } from 'use-intl';
import { banksQuery } from '../../api/money/payee.ts';
import { readPhone } from '../../features/person/phone.ts';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { Passcode } from '../../ui/passcode/passcode.tsx';
import styles from './bind-card.module.css';
import type { Draft } from './draft.ts';

interface ConfirmStepProps {
  draft: Draft;
  replaces: boolean;
  pin: string;
  onPin(pin: string): void;
  onLeave(): void;
  fault: string | null;
}

/** Review of all details, and the finance password. */
export function ConfirmStep({ draft, replaces, pin, onPin, onLeave, fault }: ConfirmStepProps) {
  const t = useTranslations('bind');
  const kinds = useTranslations('payee.kind');
  const bank = useQuery(banksQuery()).data?.find(({ code }) => code === draft.bankCode);
  const phone = readPhone(draft.phone, draft.country);
  return (
    <>
      <Facts className={styles.summary}>
        <Fact label={t('bank')}>{bank?.name}</Fact>
        <Fact label={kinds(draft.kind)}>
          <bdi dir="ltr">
            {draft.card === null || draft.kind === 'iban' ? null : (
              <span className={styles.brand}>{draft.card.brand} </span>
            )}
            {numberOf(draft)}
          </bdi>
        </Fact>
        <Fact label={t('holder')}>
          <bdi>{tidyName(draft.holder)}</bdi>
        </Fact>
        <Fact label={t('phone')}>
          <bdi dir="ltr">{phone?.written}</bdi>
        </Fact>
      </Facts>
      <p className={styles.lead}>{t(replaces ? 'replacesLead' : 'confirmLead')}</p>
      <Passcode label={t('financePassword')} value={pin} onChange={onPin} onBlur={onLeave} error={fault} />
    </>
  );
}

/** Shortened number, enough to recognise it. */
function numberOf({ kind, card, iban }: Draft): string {
  if (kind === 'card') return card === null ? '' : `•••• ${card.last4}`;
  const plain = findIban(iban);
  return `${plain.slice(0, 2)}•• •••• ${plain.slice(-4)}`;
}
