import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { creditPayment, type Payment, refundPayment } from '../../api/money/payments.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { type Choice, Choices } from '../../features/decision/choices.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay, useMe } from '../../features/session/store.ts';
import { othersReviews, ownReview } from '../../features/two-people/counting-review.ts';
import { FirstDecision } from '../../features/two-people/first-decision.tsx';
import { NextDecider } from '../../features/two-people/next-decider.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';

const ITEM = '/api/console/members/{memberId}/payments/{id}';

/** Whether the role may settle payments. */
export function useMaySettle(): boolean {
  const may = useMay();
  return may(`POST ${ITEM}/credit`) || may(`POST ${ITEM}/refund`);
}

interface SettleChoicesProps {
  payment: Payment & { key: string };
  onDecided: () => void;
}

/** Credits the payment or returns it. */
export function SettleChoices({ payment, onDecided }: SettleChoicesProps) {
  const t = useText();
  const may = useMay();
  const me = useMe();
  const times = useTimes();
  const [open, setOpen] = useState<'credit' | 'refund' | null>(null);
  const own = ownReview(payment.reviews, me.id);
  const hasCredited = own?.verdict === 'credit';
  const choices: Choice[] = [];
  if (payment.mayCredit && !hasCredited && may(`POST ${ITEM}/credit`)) {
    const consequence = t('payments.about.credit');
    choices.push({ does: 'payments.credit', consequence, act: () => setOpen('credit'), letter: 'a', look: 'main' });
  }
  if (may(`POST ${ITEM}/refund`)) {
    const consequence = t('payments.about.refund');
    choices.push({ does: 'payments.refund', consequence, act: () => setOpen('refund'), letter: 'r' });
  }
  const dialog = { payment, onDecided, onClose: () => setOpen(null) };
  return (
    <>
      <Choices choices={choices}>
        {hasCredited ? <NextDecider>{t('payments.own', { at: times.minute(own.atMs) })}</NextDecider> : null}
      </Choices>
      <SettleDialog {...dialog} verdict="credit" open={open === 'credit'} />
      <SettleDialog {...dialog} verdict="refund" open={open === 'refund'} />
    </>
  );
}

interface SettleDialogProps {
  payment: Payment & { key: string };
  verdict: 'credit' | 'refund';
  open: boolean;
  onDecided: () => void;
  onClose: () => void;
}

function SettleDialog({ payment, verdict, open, onDecided, onClose }: SettleDialogProps) {
  const t = useText();
  const money = useMoney();
  const me = useMe();
  const [why, setWhy, draft] = useDraft(`payments/${payment.key}/${verdict}`, '');
  const settle = verdict === 'credit' ? creditPayment : refundPayment;
  const act = useAct(() => settle(payment.key, why), {
    draft,
    confirmation: ({ waiting, pending }) =>
      t(waiting ? 'payments.waits' : pending ? 'actions.pending' : `payments.done.${verdict}`),
    onDone() {
      onClose();
      onDecided();
    },
  });
  const amount = money(payment.received.amountMinor, payment.received.currency);
  return (
    <ActDialog
      open={open}
      title={t(`payments.titleOf.${verdict}`, { amount })}
      about={
        <Stack spacing={2}>
          <Typography>{t(`payments.about.${verdict}`)}</Typography>
          <Facts>
            <Fact label={t('complaints.memberId')}>{payment.userName}</Fact>
            <Fact label={t('payments.received')}>{amount}</Fact>
            <Fact label={t('payments.asked')}>{money(payment.asked.amountMinor, payment.asked.currency)}</Fact>
          </Facts>
          {othersReviews(payment.reviews, me.id, 'credit').map((review) => (
            <FirstDecision
              key={review.staffId}
              name={review.staffName}
              what={t('payments.proposedCredit')}
              atMs={review.atMs}
              why={review.why}
            />
          ))}
        </Stack>
      }
      act={t(verdict === 'credit' ? 'payments.credit' : 'payments.refund')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <ReasonField value={why} onChange={setWhy} error={act.error} />
    </ActDialog>
  );
}
