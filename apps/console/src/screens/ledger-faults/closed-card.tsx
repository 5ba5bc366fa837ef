import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { proposeReopening } from '../../api/money/ledger-faults.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';

interface ClosedCardProps {
  closed: { subject: string; sinceMs: number };
}

/** Something that faults closed, and the proposal to reopen it, which a second person confirms. */
export function ClosedCard({ closed: { subject, sinceMs } }: ClosedCardProps) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [why, setWhy, draft] = useDraft(`reopening/${subject}`, '');
  const act = useAct(() => proposeReopening(subject, why), {
    draft,
    confirmation: () => t('faults.proposed'),
    onDone() {
      setOpen(false);
    },
  });
  const lottery = subject.startsWith('table/') ? subject.slice('table/'.length) : null;
  const since = times.exact(sinceMs);
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        may('POST /api/console/reopenings') ? (
          <Button color="inherit" onClick={() => setOpen(true)}>
            {t('faults.propose')}
          </Button>
        ) : undefined
      }
    >
      {lottery === null ? t('faults.closed.moneyIn', { since }) : t('faults.closed.table', { lottery, since })}
      <ActDialog
        open={open}
        title={t('faults.proposeTitle')}
        about={<Typography>{t('faults.proposeAbout')}</Typography>}
        act={t('faults.propose')}
        busy={act.isPending}
        error={act.error}
        draft={draft}
        onAct={() => act.mutate(undefined)}
        onClose={() => setOpen(false)}
      >
        <ReasonField value={why} onChange={setWhy} error={act.error} hint={t('rules.whyHint')} />
      </ActDialog>
    </Alert>
  );
}
