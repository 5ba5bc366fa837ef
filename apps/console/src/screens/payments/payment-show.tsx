import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type Payment, paymentsApi } from '../../api/money/payments.ts';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMe } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { ownReview } from '../../features/two-people/counting-review.ts';
import { FirstDecision } from '../../features/two-people/first-decision.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { PAYMENT_TONE } from './payment-tone.ts';
import { SettleChoices, useMaySettle } from './settle-choices.tsx';
import { useMismatchText } from './use-mismatch-text.ts';

/** One payment that matches no request: its member, the difference, reviews and the decision. */
export function PaymentShow() {
  return <ShowPage<Payment>>{(payment) => <OnePayment key={payment.key} payment={payment} />}</ShowPage>;
}

function OnePayment({ payment }: { payment: Payment & { key: string } }) {
  const t = useText();
  const money = useMoney();
  const maySettle = useMaySettle();
  const queue = usePaymentQueue();
  const [isDecided, setIsDecided] = useState(false);
  const { asked, received, state, memberId, userName } = payment;
  const amount = money(received.amountMinor, received.currency);
  const isOpen = state === 'review';
  return (
    <DecisionPage
      back={{ to: '/payments', name: t('payments.title') }}
      title={t('payments.one', { amount })}
      about={t('payments.inWords', { amount, name: userName, asked: money(asked.amountMinor, asked.currency) })}
      state={<StateChip tone={PAYMENT_TONE[state]} label={t(`payments.state.${state}`)} />}
      member={{ id: memberId, userName }}
    >
      <PaymentFacts payment={payment} />
      <Section title={t('payments.said')}>
        {payment.reviews.length === 0 ? (
          <Typography color="textSecondary">{t('payments.reviewsNone')}</Typography>
        ) : (
          <Stack spacing={1}>
            {payment.reviews.map(({ staffId, staffName, verdict, why, atMs }) => (
              <FirstDecision
                key={`${staffId} ${atMs}`}
                name={staffName}
                what={verdict === 'credit' ? t('payments.proposedCredit') : t(`payments.verdict.${verdict}`)}
                atMs={atMs}
                why={why}
              />
            ))}
          </Stack>
        )}
      </Section>
      {isOpen ? <SettleChoices payment={payment} onDecided={() => setIsDecided(true)} /> : null}
      {maySettle && (isOpen || isDecided) ? (
        <NextItem queue={queue} current={payment.key} isDecided={isDecided} />
      ) : null}
    </DecisionPage>
  );
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const mismatch = useMismatchText();
  const { asked, received, reason, payer, atMs, endedAtMs, refundsAtMs, state } = payment;
  return (
    <Section title={t('payments.what')}>
      <Facts>
        <Fact label={t('payments.reason')}>{mismatch(reason)}</Fact>
        {payer === null ? null : <Fact label={t('payments.payer')}>{payer}</Fact>}
        <Fact label={t('payments.received')}>{money(received.amountMinor, received.currency)}</Fact>
        <Fact label={t('payments.asked')}>{money(asked.amountMinor, asked.currency)}</Fact>
        <Fact label={t('payments.at')}>{times.minute(atMs)}</Fact>
        {endedAtMs === null ? null : <Fact label={t(`payments.state.${state}`)}>{times.minute(endedAtMs)}</Fact>}
      </Facts>
      {refundsAtMs === null || state !== 'review' ? null : (
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          {t('payments.refundsHint', { at: times.distance(refundsAtMs, Date.now()) })}
        </Typography>
      )}
    </Section>
  );
}

/** Payments in review, without those whose credit this person proposed. */
function usePaymentQueue(): DecisionQueue<Payment> {
  const money = useMoney();
  const me = useMe();
  return {
    page: 'payments',
    api: paymentsApi,
    filter: { state: 'review' },
    isOpenTo: ({ reviews }) => ownReview(reviews, me.id) === null,
    nameOf: ({ received, userName }) => `${money(received.amountMinor, received.currency)}, ${userName}`,
  };
}
