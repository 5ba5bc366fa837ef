import { formatReceiptText } from '@tercet/fair';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Share from 'lucide-react/icons/share-2';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { QrCode } from '../qr/qr-code.tsx';
import { InclusionLine } from './inclusion-line.tsx';
import { type ReceiptOfSlip, saveReceipts } from './receipt-text.ts';
import styles from './receipt-view.module.css';
import { useSavedReceipt } from './use-saved-receipt.ts';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A receipt with actions to copy, save and share it. */
export function ReceiptView({ placed }: { placed: ReceiptOfSlip }) {
  const t = useTranslations('receipts');
  const textId = useId();
  const saved = useSavedReceipt(placed.slip.id);
  const text = formatReceiptText(placed.receipt);
  return (
    <div className={styles.view}>
      <QrCode text={text} label={t('code')} tooLong={t('tooLong')} />
      <p className={styles.note}>{t('note')}</p>
      <InclusionLine slipId={placed.slip.id} />
      <div>
        <h3 id={textId} className={styles.label}>
          {t('asText')}
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable text must be reachable by keyboard. */}
        <section aria-labelledby={textId} className={styles.text} dir="ltr" tabIndex={0}>
          {text}
        </section>
      </div>
      <div className={styles.acts}>
        <CopyButton text={text} />
        <Button look="quiet" onClick={() => saveReceipts([{ ...placed, inclusion: saved?.inclusion }])}>
          <Download {...ICON} />
          {t('save')}
        </Button>
        {navigator.share === undefined ? null : (
          <Button look="quiet" onClick={() => void navigator.share({ title: t('title'), text }).catch(() => undefined)}>
            <Share {...ICON} />
            {t('share')}
          </Button>
        )}
      </div>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const t = useTranslations('receipts');
  const [state, setState] = useState<'copy' | 'copied' | 'copyFailed'>('copy');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('copyFailed');
    }
  }
  return (
    <Button look="quiet" onClick={() => void copy()}>
      <Copy {...ICON} />
      <span aria-live="polite">{t(state)}</span>
    </Button>
  );
}
