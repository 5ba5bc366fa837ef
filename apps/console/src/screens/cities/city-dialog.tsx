import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type City, saveCity } from '../../api/library/cities.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { type LanguageCode, memberLanguage, writtenIn } from '../../features/words/member-languages.ts';
import { LanguageSelect } from '../../features/words/words-editor.tsx';
import { type CityDraft, draftOf, formOf, NEW_CITY } from './city-draft.ts';

const TIERS = [1, 2, 3] as const;

/** Names, position and visibility of a city. */
export function CityDialog({ known, onClose }: { known: City | null; onClose: () => void }) {
  const t = useText();
  const { data: house } = useHouse();
  const [language, setLanguage] = useState<LanguageCode | null>(null);
  const [draft, setDraft, unsaved] = useDraft<CityDraft>(`cities/${known?.id ?? 'new'}`, () =>
    known === null ? NEW_CITY : draftOf(known),
  );
  const act = useAct(async () => saveCity(known?.id ?? null, formOf(draft)), {
    draft: unsaved,
    confirmation: () => t('cities.done'),
    onDone: onClose,
  });
  const change = (part: Partial<CityDraft>) => setDraft((before) => ({ ...before, ...part }));
  const code = language ?? memberLanguage(house?.locale ?? 'en').code;
  const wrong = wrongFields(act.error);
  const field = (name: 'country' | 'latitude' | 'longitude') => ({
    label: t(`cities.${name}`),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: wrong.includes(name),
    required: true,
  });
  return (
    <ActDialog
      open
      title={t(known === null ? 'cities.create' : 'cities.change')}
      about={<Typography>{t('cities.about')}</Typography>}
      act={t('cities.save')}
      busy={act.isPending}
      error={act.error}
      draft={unsaved}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <LanguageSelect value={code} onChange={setLanguage} written={writtenIn(draft.texts)} />
      <TextField
        label={t('cities.name')}
        value={draft.texts[code]?.name ?? ''}
        onChange={(event) => change({ texts: { ...draft.texts, [code]: { name: event.target.value } } })}
        error={wrong.includes('texts') || wrong.includes('name')}
        required
        slotProps={{ htmlInput: { lang: code, dir: memberLanguage(code).dir, maxLength: 60 } }}
      />
      <TextField {...field('country')} helperText={t('cities.countryHint')} />
      <TextField
        select
        label={t('cities.tier')}
        helperText={t('cities.tierHint')}
        value={draft.tier}
        onChange={(event) => change({ tier: Number(event.target.value) as City['tier'] })}
      >
        {TIERS.map((tier) => (
          <MenuItem key={tier} value={tier}>
            {tier}
          </MenuItem>
        ))}
      </TextField>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <TextField {...field('latitude')} helperText={t('cities.placeHint')} fullWidth />
        <TextField {...field('longitude')} fullWidth />
      </Stack>
      <FormControlLabel
        control={<Switch checked={draft.hidden} onChange={(event) => change({ hidden: event.target.checked })} />}
        label={t('cities.hide')}
      />
    </ActDialog>
  );
}
