import { useTranslations } from 'use-intl';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark, type MarkState } from '../../ui/mark/mark.tsx';
import styles from './inclusion-line.module.css';
import type { Inclusion, SavedReceipt } from './saved-receipt.ts';
import { isLate } from './receipt-store.ts';
import { useSavedReceipt } from './use-saved-receipt.ts';

const MARKS: Record<Inclusion['verdict'], MarkState> = {
  included: 'sealed',
  void: 'void',
  'void-unasked': 'void',
  breach: 'breach',
};

/** The result of the search for the bet in the seal, and whether it came before the beacon's round. */
export function InclusionLine({ slipId }: { slipId: string }) {
  const t = useTranslations('receipts');
  const times = useTimes();
  const kept = useSavedReceipt(slipId);
  if (kept === undefined) return null;
  const inclusion = kept?.inclusion ?? null;
  const at = inclusion === null ? '' : times.moment(inclusion.checkedAtMs);
  return (
    <div
      className={styles.line}
      data-verdict={inclusion?.verdict}
      role={inclusion?.verdict === 'breach' ? 'alert' : 'status'}
    >
      <Mark state={inclusion === null ? waitingOf(kept).mark : MARKS[inclusion.verdict]} size={28} silent />
      <p>
        {kept === null
          ? t('inclusion.notKept')
          : inclusion === null
            ? t(waitingOf(kept).text)
            : inclusion.verdict === 'included'
              ? t(inclusion.beforeRound ? 'inclusion.before' : 'inclusion.after', { at })
              : t(`inclusion.${inclusion.verdict}`, { at })}
      </p>
    </div>
  );
}

/** Mark and text before the bet is found in a seal. */
function waitingOf(kept: SavedReceipt | null) {
  return kept !== null && isLate(kept)
    ? ({ mark: 'overdue', text: 'inclusion.late' } as const)
    : ({ mark: 'open', text: 'inclusion.waiting' } as const);
}
