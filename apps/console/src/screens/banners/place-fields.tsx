import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useText } from '../../features/language/use-text.ts';
import type { BannerDraft } from './banner-draft.ts';

interface PlaceFieldsProps {
  draft: BannerDraft;
  onChange: (part: Partial<BannerDraft>) => void;
  wrong: readonly string[];
  disabled: boolean;
}

/** Link target and position of a banner. */
export function PlaceFields({ draft, onChange, wrong, disabled }: PlaceFieldsProps) {
  const t = useText();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, 280px)' } }}>
      <TextField
        label={t('banners.link')}
        helperText={t('banners.linkHint')}
        value={draft.link}
        onChange={(event) => onChange({ link: event.target.value })}
        error={wrong.includes('link')}
        disabled={disabled}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
      />
      <TextField
        label={t('banners.position')}
        helperText={t('banners.positionHint')}
        value={draft.position}
        onChange={(event) => onChange({ position: event.target.value })}
        error={!/^\d{1,3}$/.test(draft.position.trim())}
        disabled={disabled}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </Box>
  );
}
