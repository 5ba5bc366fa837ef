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
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { usePublishCheck } from '../../features/words/use-publish-check.ts';
import { LanguageSelect } from '../../features/words/words-editor.tsx';
import { CityCard } from './city-card.tsx';
import { type CityDraft, draftOf, formOf, NEW_CITY, problemOf } from './city-draft.ts';

const TIERS = [1, 2, 3] as const;

/** Names, position and visibility of a city; then a preview to confirm. */
export function CityDialog({ known, onClose }: { known: City | null; onClose: () => void }) {
  const t = useText();
  const { draft, change, unsaved, act, check } = useCityForm(known, onClose);
  if (check.isOpen) {
    return (
      <PublishDialog
        open
        title={t('cities.seen')}
        about={t(draft.hidden ? 'cities.hidesNow' : 'cities.showsNow')}
        act={t('cities.save')}
        texts={draft.texts}
        preview={({ name }, spoken) => <CityCard name={name} country={draft.country} spoken={spoken} />}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={check.close}
      />
    );
  }
  return (
    <ActDialog
      open
      title={t(known === null ? 'cities.create' : 'cities.change')}
      about={<Typography>{t('cities.about')}</Typography>}
      act={t('cities.check')}
      busy={false}
      error={check.problem}
      draft={unsaved}
      onAct={check.begin}
      onClose={onClose}
    >
      <CityFields draft={draft} change={change} wrong={wrongFields(act.error ?? check.problem)} />
    </ActDialog>
  );
}

function useCityForm(known: City | null, onDone: () => void) {
  const t = useText();
  const [draft, setDraft, unsaved] = useDraft<CityDraft>(`cities/${known?.id ?? 'new'}`, () =>
    known === null ? NEW_CITY : draftOf(known),
  );
  const act = useAct(async () => saveCity(known?.id ?? null, formOf(draft)), {
    draft: unsaved,
    confirmation: () => t('cities.done'),
    onDone,
  });
  const check = usePublishCheck(() => problemOf(draft));
  const change = (part: Partial<CityDraft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, unsaved, act, check };
}

interface CityFieldsProps {
  draft: CityDraft;
  change: (part: Partial<CityDraft>) => void;
  wrong: readonly string[];
}

function CityFields({ draft, change, wrong }: CityFieldsProps) {
  const t = useText();
  const { data: house } = useHouse();
  const [language, setLanguage] = useState<LanguageCode | null>(null);
  const code = language ?? memberLanguage(house?.locale ?? 'en').code;
  const field = (name: 'country' | 'latitude' | 'longitude') => ({
    label: t(`cities.${name}`),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: wrong.includes(name),
    required: true,
  });
  return (
    <>
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
    </>
  );
}
