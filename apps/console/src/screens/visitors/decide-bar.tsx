import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { decideRecovery, type Recovery } from '../../api/members/visitors.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { type Choice, Choices } from '../../features/decision/choices.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { possibleDecisions } from './possible-decisions.ts';

interface DecideBarProps {
  id: string;
  recovery: Recovery;
  onDecided: () => void;
}

/**
 * Approves or refuses a request, with a reason. An open dialog stays when a colleague decides meanwhile, so that the
 * reason is kept; the server then refuses.
 */
export function DecideBar({ id, recovery, onDecided }: DecideBarProps) {
  const t = useText();
  const may = useMay();
  const times = useTimes();
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null);
  const { approve, refuse } = possibleDecisions(recovery);
  if (!may('POST /api/console/visitor-threads/{id}/decide')) {
    return refuse ? <Typography color="textSecondary">{t('visitors.onlySupport')}</Typography> : null;
  }
  const choices: Choice[] = [];
  if (approve) {
    const consequence = t(approvalText(recovery), { at: times.minute(recovery.readyAtMs) });
    choices.push({ does: 'visitors.approve', consequence, act: () => setOpen('approve'), look: 'plain' });
  }
  if (refuse) {
    const consequence = t('visitors.refuseAbout');
    choices.push({ does: 'visitors.refuse', consequence, act: () => setOpen('refuse'), look: 'grave' });
  }
  const dialog = { id, recovery, onDecided, onClose: () => setOpen(null) };
  return (
    <>
      <Choices choices={choices} />
      {open === 'approve' ? <ApproveDialog {...dialog} /> : null}
      {open === 'refuse' ? <RefuseDialog {...dialog} /> : null}
    </>
  );
}

function approvalText({ readyAtMs }: Recovery) {
  return readyAtMs <= Date.now() ? 'visitors.approveNow' : 'visitors.approveAbout';
}

interface DialogProps extends DecideBarProps {
  onClose: () => void;
}

function ApproveDialog({ id, recovery, onDecided, onClose }: DialogProps) {
  const t = useText();
  const times = useTimes();
  return (
    <ReasonDialog
      name={`visitors/${id}/approve`}
      title={t('visitors.approveTitle')}
      about={t(approvalText(recovery), { at: times.minute(recovery.readyAtMs) })}
      act={t('visitors.approve')}
      send={(why) => decideRecovery(id, { approved: true, why })}
      confirmation={() => t('visitors.approved')}
      onDone={onDecided}
      onClose={onClose}
    />
  );
}

/** Without an account, no member reads the reason. */
function RefuseDialog({ id, recovery: { account }, onDecided, onClose }: DialogProps) {
  const t = useText();
  return (
    <ReasonDialog
      name={`visitors/${id}/refuse`}
      title={t('visitors.refuseTitle')}
      about={t('visitors.refuseAbout')}
      act={t('visitors.refuse')}
      grave
      hint={t(account === null ? 'act.whyLog' : 'act.whyHint')}
      send={(why) => decideRecovery(id, { approved: false, why })}
      confirmation={() => t('visitors.refused')}
      onDone={onDecided}
      onClose={onClose}
    />
  );
}
