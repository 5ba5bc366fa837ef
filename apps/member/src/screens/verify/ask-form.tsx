import type { SlipProof } from '@tercet/fair';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Bundle, readBundle, savedProofsIn } from '../../features/proof/bundle.ts';
import { ReceiptSources } from '../../features/receipts/receipt-sources.tsx';
import { readReceipt } from '../../features/receipts/receipt-text.ts';
import { isReceiptLike, useReceiptChoice } from '../../features/receipts/use-receipt-choice.tsx';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { readDrawNumber } from './draw-number.ts';
import styles from './verify.module.css';

export type Question =
  /** A draw id or the bare number of a period; a receipt, with the proof from its file; or a saved bundle. */
  { draw: string } | { receipt: string; kept: SlipProof | null } | { bundle: Bundle };

interface AskFormProps {
  /** True below a verdict: the form then offers another check. */
  another: boolean;
  onAsk(question: Question): void;
}

/** Accepts a draw, a receipt or a saved proof: typed, pasted, scanned or as a file. */
export function AskForm({ another, onAsk }: AskFormProps) {
  const t = useTranslations('verify');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [savedProofs, setSavedProofs] = useState<SlipProof[]>([]);
  const choice = useReceiptChoice((receipt) => {
    const { leafData } = readReceipt(receipt)?.receipt ?? {};
    onAsk({ receipt, kept: savedProofs.find((proof) => proof.receipt.leafData === leafData) ?? null });
  });

  /** Starts the check and returns null, or returns the text of an input error. */
  function offer(given: string): string | null {
    const { bundle, problem } = readBundle(given);
    if (problem === 'damaged') return t('bundleDamaged');
    if (bundle !== null) {
      onAsk({ bundle });
      return null;
    }
    if (isReceiptLike(given)) {
      setSavedProofs(savedProofsIn(given));
      return choice.offer(given);
    }
    const draw = readDrawNumber(given);
    if (draw === null) return t(given.trim() === '' ? 'askEmpty' : 'askWrong');
    onAsk({ draw });
    return null;
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWrong(offer(text));
  }

  return (
    <form className={styles.ask} onSubmit={submit} noValidate>
      {another ? <h2 className={styles.askTitle}>{t('another')}</h2> : null}
      <TextField
        label={t('askLabel')}
        hint={t('askHint')}
        error={wrong}
        value={text}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="dice-60/29743210"
        onChange={(event) => {
          setText(event.target.value);
          setWrong(null);
        }}
      />
      <Button type="submit" look={another ? 'quiet' : 'primary'} wide>
        {t('check')}
      </Button>
      <ReceiptSources onText={offer} />
      {choice.sheet}
    </form>
  );
}
