import { approveWithdrawal, type ReviewedWithdrawal } from '../../api/money/withdrawals.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMe } from '../../features/session/store.ts';
import { othersReviews } from '../../features/two-people/counting-review.ts';
import { DecisionFacts } from './decision-facts.tsx';

interface DecideProps {
  withdrawal: ReviewedWithdrawal & { key: string };
  open: boolean;
  onDecided: () => void;
  onClose: () => void;
}

/** Message key of what an approval by this person does. */
export function approvalText({ peopleToApprove, reviews }: ReviewedWithdrawal, staffId: string) {
  if (peopleToApprove <= 1) return 'withdrawals.approveOne';
  const isSecond = othersReviews(reviews, staffId, 'approve').length > 0;
  return isSecond ? 'withdrawals.approveSecond' : 'withdrawals.approveTwo';
}

export function ApproveDialog({ withdrawal, open, onDecided, onClose }: DecideProps) {
  const t = useText();
  const money = useMoney();
  const me = useMe();
  const [why, setWhy, draft] = useDraft(`withdrawals/${withdrawal.key}/approve`, '');
  const act = useAct(() => approveWithdrawal(withdrawal.key, why), {
    draft,
    confirmation: ({ waiting }) => t(waiting ? 'withdrawals.approveWaits' : 'withdrawals.approved'),
    onDone() {
      onClose();
      onDecided();
    },
  });
  return (
    <ActDialog
      open={open}
      title={t('withdrawals.approveTitle', { amount: money(withdrawal.amountMinor) })}
      about={<DecisionFacts withdrawal={withdrawal} verdict="approve" about={t(approvalText(withdrawal, me.id))} />}
      act={t('withdrawals.approve')}
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
