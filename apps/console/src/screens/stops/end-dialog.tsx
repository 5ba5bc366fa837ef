import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { proposeStopEnd, type Stoppable } from '../../api/house/stops.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';

/** Proposes the end of a stop. Once another person confirms it, the next periods take bets again. */
export function EndDialog({ stoppable: { what, name } }: { stoppable: Stoppable }) {
  const t = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [why, setWhy, draft] = useDraft(`stops/end/${what}`, '');
  const act = useAct(() => proposeStopEnd(what, why), {
    draft,
    confirmation: () => t('stops.proposed'),
    onDone: ({ id }) => void navigate(`/proposals/${id}/show`),
  });
  if (!may('POST /api/console/stops/end')) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('stops.end')}
      </Button>
      <ActDialog
        open={open}
        title={t('stops.endTitle', { name: name ?? t('stops.all') })}
        about={<Typography>{t('stops.endAbout')}</Typography>}
        act={t('stops.endAct')}
        busy={act.isPending}
        error={act.error}
        draft={draft}
        onAct={() => act.mutate(undefined)}
        onClose={() => setOpen(false)}
      >
        <ReasonField value={why} onChange={setWhy} error={act.error} hint={t('rules.whyHint')} />
      </ActDialog>
    </>
  );
}
