import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Checkbox } from '../../ui/checkbox/checkbox.tsx';
import { CodeCheck } from './code-check.tsx';
import styles from './recovery-codes.module.css';
import { SaveText } from './save-text.tsx';

interface RecoveryCodesProps {
  /** First line of the copied or saved text. */
  head: string;
  codes: string[];
  onDone(): void;
}

/** Recovery codes for a forgotten password, shown only once. */
export function RecoveryCodes({ head, codes, onDone }: RecoveryCodesProps) {
  const t = useTranslations('register');
  const [confirmed, setConfirmed] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('codesLead')}</p>
      <p className={styles.printed}>{head}</p>
      <ol className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <SaveText text={[head, '', ...codes].join('\n')} fileName="tercet-recovery-codes.txt" canPrint />
      <CodeCheck codes={codes} />
      <div className={styles.unprinted}>
        <Checkbox
          checked={confirmed}
          error={submitted && !confirmed ? t('codesTick') : null}
          onChange={(event) => setConfirmed(event.target.checked)}
        >
          {t('codesKept')}
        </Checkbox>
      </div>
      <SpendButton
        wide
        className={styles.unprinted}
        onClick={() => {
          setSubmitted(true);
          if (confirmed) onDone();
        }}
      >
        {t('codesGoOn')}
      </SpendButton>
    </div>
  );
}
