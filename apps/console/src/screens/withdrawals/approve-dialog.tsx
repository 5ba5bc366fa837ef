import Typography from '@mui/material/Typography';
import { approveWithdrawal, type ReviewedWithdrawal } from '../../api/money/withdrawals.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';

interface DecideProps {
  withdrawal: ReviewedWithdrawal & { key: string };
  open: boolean;
  onClose: () => void;
}

export function ApproveDialog({ withdrawal, open, onClose }: DecideProps) {
  const t = useText();
  const money = useMoney();
  const [why, setWhy, draft] = useDraft(`withdrawals/${withdrawal.key}/approve`, '');
  const act = useAct(() => approveWithdrawal(withdrawal.key, why), {
    draft,
    confirmation: ({ waiting }) => t(waiting ? 'withdrawals.approveWaits' : 'withdrawals.approved'),
    onDone: onClose,
  });
  const needsTwo = withdrawal.peopleToApprove > 1;
  return (
    <ActDialog
      open={open}
      title={t('withdrawals.approveTitle', { amount: money(withdrawal.amountMinor) })}
      about={<Typography>{t(needsTwo ? 'withdrawals.approveTwo' : 'withdrawals.approveOne')}</Typography>}
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
