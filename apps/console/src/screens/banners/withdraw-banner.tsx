import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { withdrawBanner } from '../../api/house/banners.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useText } from '../../features/language/use-text.ts';

/** Withdraws a banner from Home permanently. It stays in the list. */
export function WithdrawBanner({ id }: { id: string }) {
  const t = useText();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const act = useAct(() => withdrawBanner(id), {
    confirmation: () => t('banners.done.withdraw'),
    onDone: () => void navigate('/banners'),
  });
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('banners.withdraw')}
      </Button>
      <ActDialog
        open={open}
        title={t('banners.withdraw')}
        about={<Typography>{t('banners.withdrawAbout')}</Typography>}
        act={t('banners.withdraw')}
        grave
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
