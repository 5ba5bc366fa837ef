import { formatReceiptText } from '@tercet/fair';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../ui/format/use-times.ts';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { type ReceiptOfSlip, readReceipts } from './receipt-text.ts';
import styles from './use-receipt-choice.module.css';

const SHOWN_MAX = 200;

/** True if a text looks like a receipt, so that its errors are shown as those of a receipt. */
export function isReceiptLike(text: string): boolean {
  return /^\s*(\{|tercet:)/.test(text);
}

/**
 * Accepts texts with receipts. `offer` returns an error message, or null after passing the receipt on as one line.
 *
 * For a file with several receipts, `sheet` lets the member choose one.
 */
export function useReceiptChoice(onReceipt: (line: string) => void): {
  offer(text: string): string | null;
  sheet: ReactNode;
} {
  const t = useTranslations('receipts');
  const times = useTimes();
  const [several, setSeveral] = useState<readonly ReceiptOfSlip[]>([]);

  function offer(text: string): string | null {
    const { problem, receipts } = readReceipts(text);
    if (problem !== null) return t(`problem.${problem}`);
    if (receipts.length > 1) setSeveral(receipts);
    else take(receipts[0]);
    return null;
  }

  function take(chosen: ReceiptOfSlip | undefined): void {
    setSeveral([]);
    if (chosen !== undefined) onReceipt(formatReceiptText(chosen.receipt));
  }

  const sheet = (
    <Sheet
      open={several.length > 0}
      onOpenChange={(open) => {
        if (!open) setSeveral([]);
      }}
      title={t('chooseOne', { count: several.length })}
    >
      <ul className={styles.list}>
        {several.slice(0, SHOWN_MAX).map((one) => (
          <li key={one.slip.id}>
            <button type="button" className={styles.one} onClick={() => take(one)}>
              <bdi dir="ltr">{one.slip.drawId}</bdi>
              <span className={styles.time}>{times.moment(one.slip.placedAtMs)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
  return { offer, sheet };
}
