import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { saveAsFile } from '../receipts/receipt-text.ts';
import styles from './save-text.module.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface SaveTextProps {
  text: string;
  fileName: string;
  /** Adds a button that prints the page. */
  canPrint?: boolean;
}

/** Buttons that copy, save or print a text which is shown only once. */
export function SaveText({ text, fileName, canPrint = false }: SaveTextProps) {
  const t = useTranslations('register');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      say(t('codesCopied'));
    } catch {
      say(t('codesCopyFailed'));
    }
  }

  return (
    <div className={styles.ways}>
      <Button look="quiet" onClick={() => void copy()}>
        <Copy {...ICON} />
        {t('codesCopy')}
      </Button>
      <Button look="quiet" onClick={() => saveAsFile(fileName, new Blob([text], { type: 'text/plain' }))}>
        <Download {...ICON} />
        {t('codesSave')}
      </Button>
      {canPrint ? (
        <Button look="quiet" onClick={() => window.print()}>
          <Printer {...ICON} />
          {t('print')}
        </Button>
      ) : null}
    </div>
  );
}
