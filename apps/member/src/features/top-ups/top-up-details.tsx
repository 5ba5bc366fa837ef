import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import Eye from 'lucide-react/icons/eye';
import Landmark from 'lucide-react/icons/landmark';
import Send from 'lucide-react/icons/send';
import CornerDownLeft from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { TopUp, TopUpState } from '../../api/shared/types.ts';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Timeline, type TimelineStep } from '../../ui/timeline/timeline.tsx';
import { Amount } from '../house/amount.tsx';
import styles from '../lists/record-details.module.css';
import { ReceiptPaper } from '../paper/receipt-paper.tsx';
import { TopUpPill } from './top-up-pill.tsx';
import { isOpen } from './top-up-state.ts';
import { useReceivedText } from './use-received-text.ts';

const SIGN = { size: 14, strokeWidth: 2.25 } as const;

const LOOKS: Record<TopUpState, { tone: TimelineStep['tone']; sign: ReactNode }> = {
  created: { tone: 'done', sign: <Send {...SIGN} /> },
  pending: { tone: 'done', sign: <Landmark {...SIGN} /> },
  review: { tone: 'wait', sign: <Eye {...SIGN} /> },
  credited: { tone: 'good', sign: <Check {...SIGN} /> },
  refunded: { tone: 'done', sign: <CornerDownLeft {...SIGN} /> },
  failed: { tone: 'bad', sign: <X {...SIGN} /> },
  expired: { tone: 'done', sign: <X {...SIGN} /> },
};

/** A top-up in full: amount, state with its consequence for the money, and every step with its time. */
export function TopUpDetails({ topUp }: { topUp: TopUp }) {
  const t = useTranslations('topUps');
  const received = useReceivedText();
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <Amount
          minor={topUp.amountMinor}
          sign={topUp.state === 'credited' ? 'always' : 'auto'}
          wraps
          className={styles.amount}
        />
        <TopUpPill state={topUp.state} />
      </div>
      <StateText topUp={topUp} />
      <Facts ruled>
        <Fact label={t('fee')}>{t('feeNone')}</Fact>
        {topUp.received === null ? null : (
          <Fact label={t('received')}>
            <bdi>{received(topUp.received)}</bdi>
          </Fact>
        )}
      </Facts>
      <Timeline label={t('steps')} steps={useSteps(topUp)} />
      {topUp.state === 'credited' ? <ReceiptPaper of={topUp.id} kind="top-up" /> : null}
    </div>
  );
}

/** What the state means and what the member can safely do. Announced when it changes. */
function StateText({ topUp }: { topUp: TopUp }) {
  const t = useTranslations('topUps.text');
  const { minute } = useTimes();
  const { state, checkoutUrl, expiresAtMs } = topUp;
  const closed = state === 'created' && checkoutUrl === null;
  return (
    <p className={styles.text} role="status">
      {closed ? t('noPage') : t(state, { time: minute(expiresAtMs) })}
    </p>
  );
}

function useSteps({ steps, state }: TopUp): TimelineStep[] {
  const t = useTranslations('topUps.step');
  const { moment } = useTimes();
  const past: TimelineStep[] = steps.map((step, index) => ({
    key: `${index} ${step.state}`,
    sign: LOOKS[step.state].sign,
    title: t(step.state),
    time: moment(step.atMs),
    tone: index === steps.length - 1 && isOpen(state) ? 'wait' : LOOKS[step.state].tone,
  }));
  if (!isOpen(state)) return past;
  const title = state === 'review' ? t('settled') : t('confirmed');
  return [...past, { key: 'coming', sign: <Clock {...SIGN} />, title, tone: 'coming' }];
}
