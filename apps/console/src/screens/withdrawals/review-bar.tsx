import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { assignWithdrawal, type ReviewedWithdrawal, releaseWithdrawal } from '../../api/money/withdrawals.ts';
import { useAct } from '../../features/act/use-act.ts';
import { type Choice, Choices } from '../../features/decision/choices.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useMay, useMe } from '../../features/session/store.ts';
import { ownReview } from '../../features/two-people/counting-review.ts';
import { NextDecider } from '../../features/two-people/next-decider.tsx';
import { ApproveDialog, approvalText } from './approve-dialog.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

const ITEM = '/api/console/members/{memberId}/withdrawals/{id}';

interface ReviewBarProps {
  withdrawal: ReviewedWithdrawal & { key: string };
  onDecided: () => void;
}

/** The reviewer's choices. Readers see only the assignment. */
export function ReviewBar({ withdrawal, onDecided }: ReviewBarProps) {
  const t = useText();
  const me = useMe();
  const times = useTimes();
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null);
  const assignment = useAct(() => assignWithdrawal(withdrawal.key), { confirmation: () => t('withdrawals.claimed') });
  const release = useAct(() => releaseWithdrawal(withdrawal.key), { confirmation: () => t('withdrawals.released') });
  const { assignment: taken } = withdrawal;
  const isMine = taken?.staffId === me.id;
  const choices = useChoices(withdrawal, {
    open: setOpen,
    assign: () => (isMine ? release : assignment).mutate(undefined),
    isBusy: assignment.isPending || release.isPending,
  });
  const dialog = { withdrawal, onDecided, onClose: () => setOpen(null) };
  return (
    <>
      <Choices choices={choices}>
        {taken !== null && !isMine ? (
          <Alert severity="info" variant="outlined">
            {t('withdrawals.claimOther', { name: taken.staffName, until: times.minute(taken.untilMs) })}
          </Alert>
        ) : null}
        <OwnReview own={ownReview(withdrawal.reviews, me.id)} />
        <FormProblem error={assignment.error ?? release.error} />
      </Choices>
      <ApproveDialog {...dialog} open={open === 'approve'} />
      <RefuseDialog {...dialog} open={open === 'refuse'} />
    </>
  );
}

interface Acts {
  open: (dialog: 'approve' | 'refuse') => void;
  assign: () => void;
  isBusy: boolean;
}

/** A withdrawal that is assigned to another person cannot be decided. */
function useChoices(withdrawal: ReviewedWithdrawal, { open, assign, isBusy }: Acts): Choice[] {
  const t = useText();
  const may = useMay();
  const me = useMe();
  const { assignment, reviews } = withdrawal;
  const isMine = assignment?.staffId === me.id;
  if (assignment !== null && !isMine) return [];
  if (!may(`POST ${ITEM}/approve`)) return [];
  const own = ownReview(reviews, me.id);
  const choices: Choice[] = [];
  if (own?.verdict !== 'approve') {
    const consequence = t(approvalText(withdrawal, me.id));
    choices.push({ does: 'withdrawals.approve', consequence, act: () => open('approve'), letter: 'a', look: 'main' });
  }
  choices.push({
    does: own?.verdict === 'refuse' ? 'withdrawals.refuseAgain' : 'withdrawals.refuse',
    consequence: t('withdrawals.refuseAbout'),
    act: () => open('refuse'),
    letter: 'r',
    look: 'grave',
  });
  choices.push({
    does: isMine ? 'withdrawals.release' : 'withdrawals.take',
    consequence: t(isMine ? 'withdrawals.releaseAbout' : 'withdrawals.takeAbout'),
    act: assign,
    letter: 'c',
    isBusy,
  });
  return choices;
}

/** What this person decided before, and who decides next. */
function OwnReview({ own }: { own: ReviewedWithdrawal['reviews'][number] | null }) {
  const t = useText();
  const times = useTimes();
  if (own === null) return null;
  return <NextDecider>{t(`withdrawals.own.${own.verdict}`, { at: times.minute(own.atMs) })}</NextDecider>;
}
