import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Lottery, proposeRetirement } from '../../api/house/lotteries.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';

/** Proposes to retire a lottery. Once another person confirms it, it takes no bets from its next period on. */
export function RetireDialog({ lottery }: { lottery: Lottery }) {
  const t = useText();
  const may = useMay();
  const times = useTimes();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [why, setWhy, draft] = useDraft(`lotteries/${lottery.key}/retire`, '');
  const act = useAct(() => proposeRetirement(lottery.key, why), {
    draft,
    confirmation: () => t('lotteries.done.retire'),
    onDone: ({ id }) => void navigate(`/proposals/${id}/show`),
  });
  if (lottery.retired !== null || lottery.table === null || !may('POST /api/console/lotteries/{key}/retirement')) {
    return null;
  }
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('lotteries.retire')}
      </Button>
      <ActDialog
        open={open}
        title={t('lotteries.retireTitle', { name: lottery.name })}
        about={
          <Stack spacing={1}>
            <Typography>{t('lotteries.retireAbout')}</Typography>
            <Typography>{t('lotteries.retireAt', { at: times.minute(lottery.nextPeriodAtMs) })}</Typography>
          </Stack>
        }
        act={t('lotteries.retireAct')}
        grave
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
