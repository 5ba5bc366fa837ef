import { type ReadAmount, readAmount } from '@tercet/money';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMoneyFormat } from '../../../features/house/use-money.ts';
import { amountOf, typedText } from '../../../features/money/amount-text.ts';
import { useAmountFault } from '../../../features/money/use-amount-fault.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Choices } from '../../../ui/choices/choices.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import styles from './statement.module.css';
import { type Asked, GROUP_NAMES } from './use-filter.ts';

interface FilterSheetProps {
  open: boolean;
  asked: Asked;
  onAsk(next: Asked): void;
  onClose(): void;
}

/** Sheet that edits the statement's filter and applies it on submit. */
export function FilterSheet({ open, asked: filter, onAsk, onClose }: FilterSheetProps) {
  const t = useTranslations('statement.filter');
  return (
    <Sheet open={open} onOpenChange={(next) => (next ? undefined : onClose())} title={t('title')}>
      <Form
        asked={filter}
        onAsk={(next) => {
          onAsk(next);
          onClose();
        }}
      />
    </Sheet>
  );
}

function Form({ asked: filter, onAsk }: Pick<FilterSheetProps, 'asked' | 'onAsk'>) {
  const t = useTranslations();
  const amounts = useAmounts();
  const faultOf = useAmountFault();
  const [draft, setDraft] = useState(() => ({
    ...filter,
    min: amounts.write(filter.min),
    max: amounts.write(filter.max),
  }));
  const [sent, setSent] = useState(false);
  const min = amounts.read(draft.min);
  const max = amounts.read(draft.max);
  const faults = {
    days: draft.from && draft.to && draft.to < draft.from ? t('statement.filter.daysFault') : null,
    min: faultOf(min),
    max: faultOf(max),
  };
  const change = (next: Partial<typeof draft>) => setDraft({ ...draft, ...next });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSent(true);
    if (faults.days !== null || min?.minor === null || max?.minor === null) return;
    const span = { from: draft.from || undefined, to: draft.to || undefined };
    onAsk({ ...draft, ...span, min: min?.minor.toString(), max: max?.minor.toString() });
  }

  return (
    <form className={styles.details} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <TextField
          label={t('statement.filter.from')}
          type="date"
          value={draft.from ?? ''}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label={t('statement.filter.to')}
          type="date"
          value={draft.to ?? ''}
          error={sent ? faults.days : null}
          onChange={(event) => change({ to: event.target.value })}
        />
        <p className={styles.about}>{t('statement.filter.utc')}</p>
      </div>
      <Choices
        label={t('statement.filter.kinds')}
        chosen={draft.groups}
        options={GROUP_NAMES.map((value) => ({ value, label: t(`statement.filter.group.${value}`) }))}
        onChange={(groups) => change({ groups })}
      />
      <div className={styles.pair}>
        <TextField
          label={t('statement.filter.min')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={draft.min}
          error={sent ? faults.min : null}
          onChange={(event) => change({ min: event.target.value })}
        />
        <TextField
          label={t('statement.filter.max')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={draft.max}
          error={sent ? faults.max : null}
          onChange={(event) => change({ max: event.target.value })}
        />
      </div>
      <div className={styles.ways}>
        <Button type="submit" wide>
          {t('statement.filter.show')}
        </Button>
        <Button look="quiet" wide onClick={() => onAsk({ groups: [] })}>
          {t('statement.filter.clear')}
        </Button>
      </div>
    </form>
  );
}

/** Reads and formats amounts in the reader's regional format. `read` returns null for an empty field. */
function useAmounts() {
  const money = useMoneyFormat();
  return {
    read: (text: string): ReadAmount | null => (text.trim() === '' ? null : readAmount(text, money)),
    write: (minor: string | undefined): string =>
      minor === undefined ? '' : typedText(amountOf(BigInt(minor), money.exponent), money.locale),
  };
}
