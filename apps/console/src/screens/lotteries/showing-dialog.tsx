import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { type Lottery, showLottery } from '../../api/lotteries.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';

/** Name, description and place of a lottery; nothing of how it is played. */
export function ShowingDialog({ lottery }: { lottery: Lottery }) {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState(false);
  if (!may('PUT /api/console/lotteries/{key}')) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('lotteries.change')}
      </Button>
      {open ? <Dialog lottery={lottery} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Dialog({ lottery, onClose }: { lottery: Lottery; onClose: () => void }) {
  const t = useText();
  const [name, setName] = useState(lottery.name);
  const [description, setDescription] = useState(lottery.description);
  const [hot, setHot] = useState(lottery.hot);
  const [position, setPosition] = useState(String(lottery.position));
  const isPlace = /^\d{1,3}$/.test(position.trim());
  const act = useAct(() => showLottery(lottery.key, { name, description, hot, position: Number(position) }), {
    said: () => t('lotteries.done.show'),
    onDone: onClose,
  });
  return (
    <ActDialog
      open
      title={t('lotteries.showing')}
      act={t('lotteries.save')}
      busy={act.isPending}
      error={act.error}
      onAct={() => (isPlace && name.trim() !== '' ? act.mutate(undefined) : undefined)}
      onClose={onClose}
    >
      <TextField
        label={t('lotteries.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={name.trim() === ''}
        required
        autoFocus
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        label={t('lotteries.description')}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label={t('lotteries.position')}
        helperText={t('lotteries.positionHint')}
        value={position}
        onChange={(event) => setPosition(event.target.value)}
        error={!isPlace}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormControlLabel
        control={<Switch checked={hot} onChange={(_, next) => setHot(next)} />}
        label={t('lotteries.hotLabel')}
      />
    </ActDialog>
  );
}
