import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { assignWithdrawal, type ReviewedWithdrawal, releaseWithdrawal } from '../../api/money/withdrawals.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useKeys } from '../../features/keys/use-keys.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay, useMe } from '../../features/session/store.ts';
import { ownReview } from '../../features/two-people/counting-review.ts';
import { NextDecider } from '../../features/two-people/next-decider.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

const ITEM = '/api/console/members/{memberId}/withdrawals/{id}';

/** The reviewer's actions. Readers see only the assignment. */
export function ReviewBar({ withdrawal }: { withdrawal: ReviewedWithdrawal & { key: string } }) {
  const t = useText();
  const may = useMay();
  const me = useMe();
  const times = useTimes();
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null);
  const assignment = useAct(() => assignWithdrawal(withdrawal.key), { confirmation: () => t('withdrawals.claimed') });
  const release = useAct(() => releaseWithdrawal(withdrawal.key), { confirmation: () => t('withdrawals.released') });
  const { assignment: taken } = withdrawal;
  const isMine = taken?.staffId === me.id;
  const isOthers = taken !== null && !isMine;
  const mayDecide = may(`POST ${ITEM}/approve`) && !isOthers;
  const mayAssign = may(`POST ${ITEM}/assignment`) && !isOthers;
  const own = ownReview(withdrawal.reviews, me.id);
  const mayApprove = mayDecide && own?.verdict !== 'approve';
  const toggle = () => (isMine ? release : assignment).mutate(undefined);
  useKeys([
    ...(mayApprove ? [{ key: 'a', does: 'withdrawals.approve', act: () => setOpen('approve') } as const] : []),
    ...(mayDecide ? [{ key: 'r', does: 'withdrawals.refuse', act: () => setOpen('refuse') } as const] : []),
    ...(mayAssign
      ? [{ key: 'c', does: isMine ? 'withdrawals.release' : 'withdrawals.take', act: toggle } as const]
      : []),
  ]);
  return (
    <Stack spacing={1.5}>
      {isOthers ? (
        <Alert severity="info" variant="outlined">
          {t('withdrawals.claimOther', { name: taken.staffName, until: times.minute(taken.untilMs) })}
        </Alert>
      ) : null}
      <OwnReview own={own} />
      <FormProblem error={assignment.error ?? release.error} />
      {mayDecide ? (
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
          {mayApprove ? (
            <Button variant="contained" onClick={() => setOpen('approve')} aria-keyshortcuts="a">
              {t('withdrawals.approve')}
            </Button>
          ) : null}
          <Button variant="outlined" color="error" onClick={() => setOpen('refuse')} aria-keyshortcuts="r">
            {t(own?.verdict === 'refuse' ? 'withdrawals.refuseAgain' : 'withdrawals.refuse')}
          </Button>
          {mayAssign ? (
            <AssignButton isMine={isMine} busy={assignment.isPending || release.isPending} onPress={toggle} />
          ) : null}
        </Stack>
      ) : null}
      <ApproveDialog withdrawal={withdrawal} open={open === 'approve'} onClose={() => setOpen(null)} />
      <RefuseDialog withdrawal={withdrawal} open={open === 'refuse'} onClose={() => setOpen(null)} />
    </Stack>
  );
}

interface AssignButtonProps {
  isMine: boolean;
  busy: boolean;
  onPress: () => void;
}

function AssignButton({ isMine, busy, onPress }: AssignButtonProps) {
  const t = useText();
  return (
    <Button variant="outlined" color="inherit" onClick={onPress} loading={busy} aria-keyshortcuts="c">
      {t(isMine ? 'withdrawals.release' : 'withdrawals.take')}
    </Button>
  );
}

/** What this person decided before, and who decides next. */
function OwnReview({ own }: { own: ReviewedWithdrawal['reviews'][number] | null }) {
  const t = useText();
  const times = useTimes();
  if (own === null) return null;
  return <NextDecider>{t(`withdrawals.own.${own.verdict}`, { at: times.minute(own.atMs) })}</NextDecider>;
}
