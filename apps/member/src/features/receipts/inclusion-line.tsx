import { useTranslations } from 'use-intl';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark, type MarkState } from '../../ui/mark/mark.tsx';
import styles from './inclusion-line.module.css';
import { isLate } from './receipt-store.ts';
import type { Inclusion, SavedReceipt } from './saved-receipt.ts';
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
  const saved = useSavedReceipt(slipId);
  if (saved === undefined) return null;
  const inclusion = saved?.inclusion ?? null;
  const at = inclusion === null ? '' : times.moment(inclusion.checkedAtMs);
  return (
    <div
      className={styles.line}
      data-verdict={inclusion?.verdict}
      role={inclusion?.verdict === 'breach' ? 'alert' : 'status'}
    >
      <Mark state={inclusion === null ? waitingOf(saved).mark : MARKS[inclusion.verdict]} size={28} silent />
      <p>
        {saved === null
          ? t('inclusion.notKept')
          : inclusion === null
            ? t(waitingOf(saved).text)
            : inclusion.verdict === 'included'
              ? t(inclusion.beforeRound ? 'inclusion.before' : 'inclusion.after', { at })
              : t(`inclusion.${inclusion.verdict}`, { at })}
      </p>
    </div>
  );
}

/** Mark and text before the bet is found in a seal. */
function waitingOf(saved: SavedReceipt | null) {
  return saved !== null && isLate(saved)
    ? ({ mark: 'overdue', text: 'inclusion.late' } as const)
    : ({ mark: 'open', text: 'inclusion.waiting' } as const);
}
