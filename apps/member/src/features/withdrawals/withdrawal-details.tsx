import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import Eye from 'lucide-react/icons/eye';
import Landmark from 'lucide-react/icons/landmark';
import Scale from 'lucide-react/icons/scale';
import Send from 'lucide-react/icons/send';
import CornerDownLeft from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Withdrawal } from '../../api/shared/types.ts';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Timeline, type TimelineStep } from '../../ui/timeline/timeline.tsx';
import { Amount } from '../house/amount.tsx';
import { PlayNote } from '../house/play-note.tsx';
import styles from '../lists/record-details.module.css';
import { ReceiptPaper } from '../paper/receipt-paper.tsx';
import { type TimelineEntry, timelineOf } from './timeline.ts';
import { TraceRef } from './trace-ref.tsx';
import { WithdrawalPill } from './withdrawal-pill.tsx';

/** A withdrawal in full: amount, payee, and every step with its time. */
export function WithdrawalDetails({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('withdrawals');
  const { amountMinor, payee } = withdrawal;
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <Amount minor={-BigInt(amountMinor)} sign="always" wraps className={styles.amount} />
        <WithdrawalPill withdrawal={withdrawal} />
      </div>
      <Facts ruled>
        <Fact label={t('to')}>
          {payee.bankName} <bdi dir="ltr">{payee.masked}</bdi>
        </Fact>
        <Fact label={t('fee')}>{t('feeNone')}</Fact>
        {withdrawal.traceRef === null ? null : <TraceRef traceRef={withdrawal.traceRef} />}
        {withdrawal.closing ? <Fact label={t('why')}>{t('closing')}</Fact> : null}
      </Facts>
      <Timeline label={t('steps')} steps={useSteps(withdrawal)} />
      <ReceiptPaper of={withdrawal.id} />
      <PlayNote />
    </div>
  );
}

const SIGN = { size: 14, strokeWidth: 2.25 } as const;

const LOOKS: Record<TimelineEntry['what'], { tone: TimelineStep['tone']; sign: ReactNode }> = {
  submitted: { tone: 'done', sign: <Send {...SIGN} /> },
  'in-review': { tone: 'done', sign: <Eye {...SIGN} /> },
  approved: { tone: 'done', sign: <Check {...SIGN} /> },
  sent: { tone: 'done', sign: <Landmark {...SIGN} /> },
  paid: { tone: 'good', sign: <Check {...SIGN} /> },
  refused: { tone: 'bad', sign: <X {...SIGN} /> },
  failed: { tone: 'bad', sign: <CornerDownLeft {...SIGN} /> },
  returned: { tone: 'bad', sign: <CornerDownLeft {...SIGN} /> },
  'on-hold': { tone: 'wait', sign: <Scale {...SIGN} /> },
  approval: { tone: 'coming', sign: <Check {...SIGN} /> },
  payment: { tone: 'coming', sign: <Clock {...SIGN} /> },
};

function useSteps(withdrawal: Withdrawal): TimelineStep[] {
  const t = useTranslations('withdrawals');
  const times = useTimes();
  const entries = timelineOf(withdrawal);
  const now = entries.findLast(({ coming }) => !coming);

  function timeOf({ what, atMs, coming }: TimelineEntry): string | undefined {
    if (atMs === null) return undefined;
    if (what === 'on-hold') return t('until', { time: times.minute(atMs) });
    if (!coming) return times.moment(atMs);
    return t(what === 'approval' ? 'atTheLatest' : 'about', { time: times.minute(atMs) });
  }

  return entries.map((step) => ({
    key: step.key,
    sign: LOOKS[step.what].sign,
    title: t(`step.${step.what}`),
    time: timeOf(step),
    note: <StepNote withdrawal={withdrawal} step={step} />,
    // Highlights the current step of an open withdrawal.
    tone: step === now && LOOKS[step.what].tone === 'done' ? 'wait' : LOOKS[step.what].tone,
  }));
}

/** Reason of a step, and its consequence for the money. */
function StepNote({ withdrawal, step }: { withdrawal: Withdrawal; step: TimelineEntry }) {
  const t = useTranslations('withdrawals');
  const { refusal, legalHold } = withdrawal;
  switch (step.what) {
    case 'approval':
      return t('note.approval');
    case 'on-hold':
      return legalHold === null ? null : t('note.onHold', legalHold);
    case 'failed':
    case 'returned':
      return t(`note.${step.what}`);
    case 'refused':
      return (
        <>
          {refusal === null ? null : (
            <>
              <p className={styles.reason}>{t(`reason.${refusal.reason}`)}</p>
              <p>
                <q>{refusal.words}</q>
              </p>
            </>
          )}
          <p>{t('note.refused')}</p>
        </>
      );
    default:
      return null;
  }
}
