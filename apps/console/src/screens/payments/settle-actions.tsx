import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { creditPayment, type Payment, refundPayment } from '../../api/money/payments.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay, useMe } from '../../features/session/store.ts';
import { othersReviews, ownReview } from '../../features/two-people/counting-review.ts';
import { FirstDecision } from '../../features/two-people/first-decision.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';

const ITEM = '/api/console/members/{memberId}/payments/{id}';

/** Whether the role may settle payments. */
export function useMaySettle(): boolean {
  const may = useMay();
  return may(`POST ${ITEM}/credit`) || may(`POST ${ITEM}/refund`);
}

/** Credits the payment or returns it. */
export function SettleActions({ payment }: { payment: Payment & { key: string } }) {
  const t = useText();
  const may = useMay();
  const me = useMe();
  const times = useTimes();
  const [open, setOpen] = useState<'credit' | 'refund' | null>(null);
  if (payment.state !== 'review') return '–';
  const own = ownReview(payment.reviews, me.id);
  const hasCredited = own?.verdict === 'credit';
  const mayCredit = payment.mayCredit && !hasCredited && may(`POST ${ITEM}/credit`);
  const mayRefund = may(`POST ${ITEM}/refund`);
  if (!mayCredit && !mayRefund) return '–';
  return (
    <Stack
      direction="row"
      spacing={1}
      useFlexGap
      sx={{ flexWrap: 'wrap', justifyContent: { xs: 'flex-end', md: 'flex-start' } }}
    >
      {hasCredited ? (
        <Typography variant="body2" sx={{ flexBasis: '100%' }}>
          {t('payments.own', { at: times.minute(own.atMs) })}
        </Typography>
      ) : null}
      {mayCredit ? (
        <Button size="small" variant="contained" onClick={() => setOpen('credit')}>
          {t('payments.credit')}
        </Button>
      ) : null}
      {mayRefund ? (
        <Button size="small" variant="outlined" onClick={() => setOpen('refund')}>
          {t('payments.refund')}
        </Button>
      ) : null}
      <SettleDialog payment={payment} verdict="credit" open={open === 'credit'} onClose={() => setOpen(null)} />
      <SettleDialog payment={payment} verdict="refund" open={open === 'refund'} onClose={() => setOpen(null)} />
    </Stack>
  );
}

interface SettleDialogProps {
  payment: Payment & { key: string };
  verdict: 'credit' | 'refund';
  open: boolean;
  onClose: () => void;
}

function SettleDialog({ payment, verdict, open, onClose }: SettleDialogProps) {
  const t = useText();
  const money = useMoney();
  const me = useMe();
  const [why, setWhy, draft] = useDraft(`payments/${payment.key}/${verdict}`, '');
  const settle = verdict === 'credit' ? creditPayment : refundPayment;
  const act = useAct(() => settle(payment.key, why), {
    draft,
    confirmation: ({ waiting, pending }) =>
      t(waiting ? 'payments.waits' : pending ? 'actions.pending' : `payments.done.${verdict}`),
    onDone: onClose,
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
