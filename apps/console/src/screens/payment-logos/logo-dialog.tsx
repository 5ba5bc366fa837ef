import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { MADE_LOGOS, type PaymentLogo, saveLogo, sendLogoPicture } from '../../api/money/payment-logos.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { FileButton } from '../../features/forms/file-button.tsx';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';

const OWN = 'own';

/** Values that outlive the page, unlike a chosen file. */
interface LogoDraft {
  name: string;
  /** As typed. */
  place: string;
  made: PaymentLogo['made'];
  hidden: boolean;
}

/** Form for a payment method: name, position, and a built-in drawing or an uploaded picture. */
export function LogoDialog({ known, onClose }: { known: PaymentLogo | null; onClose: () => void }) {
  const t = useText();
  const { draft, change, file, setFile, unsaved, act } = useLogoForm(known, onClose);
  const wrong = wrongFields(act.error);
  const hasOwn = file !== null || (known?.version ?? null) !== null;
  return (
    <ActDialog
      open
      title={t(known === null ? 'logos.create' : 'logos.change')}
      about={<Typography>{t('logos.about')}</Typography>}
      act={t('logos.save')}
      busy={act.isPending}
      error={act.error}
      draft={unsaved}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label={t('logos.name')}
        helperText={t('logos.nameHint')}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={wrong.includes('name')}
        required
        slotProps={{ htmlInput: { maxLength: 40 } }}
      />
      <TextField
        label={t('logos.place')}
        helperText={t('logos.placeHint')}
        value={draft.place}
        onChange={(event) => change({ place: event.target.value })}
        error={wrong.includes('place')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextField
        select
        label={t('logos.picture')}
        value={draft.made ?? OWN}
        onChange={(event) => {
          setFile(null);
          change({ made: MADE_LOGOS.find((one) => one === event.target.value) ?? null });
        }}
      >
        {MADE_LOGOS.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`logos.made.${one}`)}
          </MenuItem>
        ))}
        {hasOwn ? <MenuItem value={OWN}>{t('logos.own')}</MenuItem> : null}
      </TextField>
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          onFile={(next) => {
            setFile(next);
            change({ made: null });
          }}
        >
          {t('logos.choose')}
        </FileButton>
        <Typography color="textSecondary">{file?.name ?? t('logos.chooseHint')}</Typography>
      </Stack>
      <FormControlLabel
        control={<Switch checked={draft.hidden} onChange={(event) => change({ hidden: event.target.checked })} />}
        label={t('logos.hide')}
      />
    </ActDialog>
  );
}

function useLogoForm(known: PaymentLogo | null, onDone: () => void) {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [draft, setDraft, unsaved] = useDraft<LogoDraft>(`payment-logos/${known?.id ?? 'new'}`, {
    name: known?.name ?? '',
    place: String(known?.place ?? 10),
    made: known === null ? 'card' : known.made,
    hidden: known?.hidden ?? false,
  });
  /** Set once the logo is saved. If its picture is then refused, the next try changes it instead of adding another. */
  const [saved, setSaved] = useState<PaymentLogo | null>(known);
  const act = useAct(
    async () => {
      const name = draft.name.trim();
      const missing = {
        ...(name === '' ? { name: 'fill-in' } : {}),
        ...(/^\d{1,3}$/.test(draft.place.trim()) ? {} : { place: 'fill-in' }),
      };
      if (Object.keys(missing).length > 0) throw new Problem('logo-incomplete', 0, {}, missing);
      // Until its picture is uploaded, the logo shows its previous drawing, or that of a card.
      const made = draft.made ?? (saved?.version != null ? null : (saved?.made ?? 'card'));
      const stored = await saveLogo(saved?.id ?? null, {
        name,
        place: Number(draft.place.trim()),
        made,
        hidden: draft.hidden,
      });
      setSaved(stored);
      return file === null ? stored : sendLogoPicture(stored.id, file);
    },
    { draft: unsaved, confirmation: () => t('logos.done'), onDone },
  );
  const change = (part: Partial<LogoDraft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, file, setFile, unsaved, act };
}
