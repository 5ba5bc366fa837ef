import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { assignWithdrawal, type ReviewedWithdrawal, releaseWithdrawal } from '../../api/money/withdrawals.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useKeys } from '../../features/keys/use-keys.ts';
import { useText } from '../../features/language/use-text.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { useMay, useMe } from '../../features/session/store.ts';
import { ownReview } from '../../features/two-people/counting-review.ts';
import { NextDecider } from '../../features/two-people/next-decider.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

const ITEM = '/api/console/members/{memberId}/withdrawals/{id}';

/** The reviewer's actions. Readers see only the assignment. */
export function ReviewBar({ withdrawal }: { withdrawal: ReviewedWithdrawal & { key: string } }) {
  const t = useText();
  const text = useProblemText();
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
  const error = assignment.error ?? release.error;
  return (
    <Stack spacing={1.5}>
      {isOthers ? (
        <Alert severity="info" variant="outlined">
          {t('withdrawals.claimOther', { name: taken.staffName, until: times.minute(taken.untilMs) })}
        </Alert>
      ) : null}
      {own === null ? null : (
        <NextDecider>{t(`withdrawals.own.${own.verdict}`, { at: times.minute(own.atMs) })}</NextDecider>
      )}
      {error ? (
        <Alert severity="error" variant="outlined">
          {text(error)}
        </Alert>
      ) : null}
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
            <Button
              variant="outlined"
              color="inherit"
              onClick={toggle}
              loading={assignment.isPending || release.isPending}
              aria-keyshortcuts="c"
            >
              {t(isMine ? 'withdrawals.release' : 'withdrawals.take')}
            </Button>
          ) : null}
        </Stack>
      ) : null}
      <ApproveDialog withdrawal={withdrawal} open={open === 'approve'} onClose={() => setOpen(null)} />
      <RefuseDialog withdrawal={withdrawal} open={open === 'refuse'} onClose={() => setOpen(null)} />
    </Stack>
  );
}
