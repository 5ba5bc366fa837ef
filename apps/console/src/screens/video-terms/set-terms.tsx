import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { setVideoTerms, type VideoTerms } from '../../api/library/videos.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { AmountField, useAmounts } from '../../features/forms/amount-field.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';

const KINDS = ['free', 'balance'] as const;

/** Changes the house's video terms. They apply at once to every title without its own. */
export function SetTerms({ now, onClose }: { now: VideoTerms['now']; onClose: () => void }) {
  const t = useText();
  const { read, write } = useAmounts();
  const [access, setAccess] = useState(now.access);
  const [amount, setAmount] = useState(now.balanceMinor === null ? '' : write(now.balanceMinor));
  const [start, setStart] = useState(String(now.startMs / 1_000));
  const send = async (why: string) => {
    const balanceMinor = access === 'balance' ? read(amount) : null;
    const missing = {
      ...(access === 'balance' && balanceMinor === null ? { balanceMinor: 'fill-in' } : {}),
      ...(/^\d{1,5}(?:\.\d{1,3})?$/.test(start.trim()) ? {} : { startMs: 'fill-in' }),
    };
    if (Object.keys(missing).length > 0) throw new Problem('fill-in', 0, {}, missing);
    return setVideoTerms({ access, balanceMinor, startMs: Math.round(Number(start.trim()) * 1_000), why });
  };
  return (
    <ReasonDialog
      title={t('terms.change')}
      about={t('terms.changeAbout')}
      act={t('terms.act')}
      hint={t('act.whyLog')}
      send={send}
      confirmation={({ version }) => t('terms.done', { version })}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            select
            label={t('videos.access')}
            value={access}
            onChange={(event) => setAccess(KINDS.find((one) => one === event.target.value) ?? 'free')}
          >
            {KINDS.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {t(`videos.kind.${kind}`)}
              </MenuItem>
            ))}
          </TextField>
          {access === 'balance' ? (
            <AmountField label={t('videos.balance')} value={amount} onChange={setAmount} />
          ) : null}
          <TextField
            label={t('videos.start')}
            helperText={t('terms.startHint')}
            value={start}
            onChange={(event) => setStart(event.target.value)}
            error={wrongFields(error).includes('startMs')}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        </>
      )}
    </ReasonDialog>
  );
}
