import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { Disclosure } from '../../ui/disclosure/disclosure.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { placeOfCode } from './check-code.ts';
import styles from './recovery-codes.module.css';

/** Optional check of the member's copy: a code typed from it is compared on this phone, and stays unused. */
export function CodeCheck({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('register');
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState<string | null>(null);
  const place = checked === null ? null : placeOfCode(checked, codes);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(typed);
  }

  return (
    <Disclosure label={t('codesCheck')} className={styles.check}>
      <form className={styles.checkForm} onSubmit={submit} noValidate>
        <TextField
          label={t('codesCheckLabel')}
          hint={t('codesCheckHint')}
          error={checked !== null && place === null ? t('codesCheckNone') : null}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChecked(null);
          }}
        />
        <p role="status" className={styles.checkResult}>
          {place === null ? null : t('codesCheckFound', { place })}
        </p>
        <Button type="submit" look="quiet">
          {t('codesCheckDo')}
        </Button>
      </form>
    </Disclosure>
  );
}
