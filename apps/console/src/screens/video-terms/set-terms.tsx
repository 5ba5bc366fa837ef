import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { setVideoTerms, type VideoTerms } from '../../api/library/videos.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { AmountField, useAmounts } from '../../features/forms/amount-field.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';

const KINDS = ['free', 'balance'] as const;

/** Changes the house's video terms. They apply at once to every title without its own. */
export function SetTerms({ now, onClose }: { now: VideoTerms['now']; onClose: () => void }) {
  const t = useText();
  const { read, write } = useAmounts();
  const [form, setForm, draft] = useDraft('video-terms/form', () => ({
    access: now.access,
    amount: now.balanceMinor === null ? '' : write(now.balanceMinor),
    start: String(now.startMs / 1_000),
  }));
  const { access, amount, start } = form;
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
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
      name="video-terms"
      fields={draft}
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
            onChange={(event) => change({ access: KINDS.find((one) => one === event.target.value) ?? 'free' })}
          >
            {KINDS.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {t(`videos.kind.${kind}`)}
              </MenuItem>
            ))}
          </TextField>
          {access === 'balance' ? (
            <AmountField label={t('videos.balance')} value={amount} onChange={(typed) => change({ amount: typed })} />
          ) : null}
          <TextField
            label={t('videos.start')}
            helperText={t('terms.startHint')}
            value={start}
            onChange={(event) => change({ start: event.target.value })}
            error={wrongFields(error).includes('startMs')}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        </>
      )}
    </ReasonDialog>
  );
}
