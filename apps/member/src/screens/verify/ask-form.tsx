import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readReceipt } from '../../features/receipts/receipt-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import styles from './verify.module.css';

interface AskFormProps {
  /** True below a verdict: the form then offers another check. */
  another: boolean;
  onAsk(question: { draw: string } | { receipt: string }): void;
}

/** Tells a draw id from a receipt; null for neither. Ids are forgiving about case and the spaces of a paste. */
function readAsk(text: string): { draw: string } | { receipt: string } | null {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return readReceipt(trimmed) === null ? null : { receipt: trimmed };
  const id = trimmed.toLowerCase().replace(/\s+/g, '');
  return /^[a-z][a-z0-9-]{0,31}\/(0|[1-9]\d{0,14})$/.test(id) ? { draw: id } : null;
}

export function AskForm({ another, onAsk }: AskFormProps) {
  const t = useTranslations('verify');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const question = readAsk(text);
    setWrong(question === null);
    if (question !== null) onAsk(question);
  }

  return (
    <form className={styles.ask} onSubmit={submit} noValidate>
      {another ? <h2 className={styles.askTitle}>{t('another')}</h2> : null}
      <TextField
        label={t('askLabel')}
        hint={t('askHint')}
        error={wrong ? t(text.trim() === '' ? 'askEmpty' : 'askWrong') : null}
        value={text}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="dice-60/29743210"
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
      />
      <Button type="submit" look={another ? 'quiet' : 'primary'} wide>
        {t('check')}
      </Button>
    </form>
  );
}
