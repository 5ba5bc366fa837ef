import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveAsFile } from '../../features/receipts/receipt-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Checkbox } from '../../ui/checkbox/checkbox.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './recovery-codes.module.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface RecoveryCodesProps {
  userName: string;
  codes: string[];
  onDone(): void;
}

/** Recovery codes for a forgotten password, shown only once. */
export function RecoveryCodes({ userName, codes, onDone }: RecoveryCodesProps) {
  const t = useTranslations('register');
  const [confirmed, setConfirmed] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const text = [t('codesFileHead', { userName }), '', ...codes].join('\n');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      say(t('codesCopied'));
    } catch {
      say(t('codesCopyFailed'));
    }
  }

  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('codesLead')}</p>
      <ol className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.pair}>
        <Button look="quiet" onClick={() => void copy()}>
          <Copy {...ICON} />
          {t('codesCopy')}
        </Button>
        <Button look="quiet" onClick={() => saveAsFile('tercet-recovery-codes.txt', text)}>
          <Download {...ICON} />
          {t('codesSave')}
        </Button>
      </div>
      <Checkbox
        checked={confirmed}
        error={submitted && !confirmed ? t('codesTick') : null}
        onChange={(event) => setConfirmed(event.target.checked)}
      >
        {t('codesKept')}
      </Checkbox>
      <SpendButton
        wide
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
