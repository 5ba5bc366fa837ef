import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { decideRecovery, type Recovery } from '../../api/members/visitors.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { possibleDecisions } from './possible-decisions.ts';

/**
 * Approves or refuses a request, with a reason. An open dialog stays when a colleague decides meanwhile, so that the
 * reason is kept; the server then refuses.
 */
export function DecideBar({ id, recovery }: { id: string; recovery: Recovery }) {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null);
  const { approve, refuse } = possibleDecisions(recovery);
  const close = () => setOpen(null);
  if (!may('POST /api/console/visitor-threads/{id}/decide')) {
    return refuse ? <Typography color="textSecondary">{t('visitors.onlySupport')}</Typography> : null;
  }
  return (
    <>
      {refuse ? (
        <Stack direction="row" spacing={1}>
          {approve ? (
            <Button variant="outlined" onClick={() => setOpen('approve')}>
              {t('visitors.approve')}
            </Button>
          ) : null}
          <Button variant="outlined" color="error" onClick={() => setOpen('refuse')}>
            {t('visitors.refuse')}
          </Button>
        </Stack>
      ) : null}
      {open === 'approve' ? <ApproveDialog id={id} recovery={recovery} onClose={close} /> : null}
      {open === 'refuse' ? <RefuseDialog id={id} recovery={recovery} onClose={close} /> : null}
    </>
  );
}

interface DialogProps {
  id: string;
  recovery: Recovery;
  onClose: () => void;
}

function ApproveDialog({ id, recovery: { readyAtMs }, onClose }: DialogProps) {
  const t = useText();
  const times = useTimes();
  const isReady = readyAtMs <= Date.now();
  return (
    <ReasonDialog
      name={`visitors/${id}/approve`}
      title={t('visitors.approveTitle')}
      about={isReady ? t('visitors.approveNow') : t('visitors.approveAbout', { at: times.minute(readyAtMs) })}
      act={t('visitors.approve')}
      send={(why) => decideRecovery(id, { approved: true, why })}
      confirmation={() => t('visitors.approved')}
      onClose={onClose}
    />
  );
}

/** Without an account, no member reads the reason. */
function RefuseDialog({ id, recovery: { account }, onClose }: DialogProps) {
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
      onClose={onClose}
    />
  );
}
