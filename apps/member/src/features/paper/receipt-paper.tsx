import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import Share from 'lucide-react/icons/share-2';
import { useTranslations } from 'use-intl';
import { fetchPaper, papers } from '../../api/money/statement.ts';
import type { LedgerKind } from '../../api/shared/types.ts';
import { Button, ButtonFile } from '../../ui/button/button.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useAct } from '../forms/use-act.ts';
import { useLocaleControl } from '../language/locale-provider.tsx';
import styles from './receipt-paper.module.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ReceiptPaperProps {
  /** `ref` of a line of the statement, or the id of a bet, top-up or withdrawal. */
  of: string;
  /** Only transfers of this kind. */
  kind?: LedgerKind;
}

/** Saves, shares or prints the receipt of a transaction. */
export function ReceiptPaper({ of, kind }: ReceiptPaperProps) {
  const t = useTranslations('paper');
  const { locale } = useLocaleControl();
  const url = papers.receipt(of, locale, kind);
  const { busy, problemText, act } = useAct(async () => {
    const file = new File([(await fetchPaper(url)).slice()], `receipt-${of}.pdf`, { type: 'application/pdf' });
    // Closing the phone's share sheet is no failure.
    await navigator.share({ files: [file], title: t('title') }).catch(() => undefined);
  });
  return (
    <div className={styles.paper}>
      <ButtonFile look="quiet" wide href={url}>
        <FileDown {...ICON} />
        {t('save')}
      </ButtonFile>
      <div className={styles.others}>
        {canShareFiles() ? (
          <Button look="quiet" busy={busy} onClick={act}>
            <Share {...ICON} />
            {t('share')}
          </Button>
        ) : null}
        <Button look="quiet" onClick={() => window.print()}>
          <Printer {...ICON} />
          {t('print')}
        </Button>
      </div>
      <FormProblem text={problemText} />
    </div>
  );
}

function canShareFiles(): boolean {
  const probe = new File([''], 'receipt.pdf', { type: 'application/pdf' });
  return navigator.canShare?.({ files: [probe] }) ?? false;
}
