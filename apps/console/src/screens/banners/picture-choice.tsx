import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { MADE_BANNERS } from '@tercet/contract/made-banners.ts';
import type { BannerForm } from '../../api/house/banners.ts';
import { useText } from '../../features/language/use-text.ts';
import { PatternSwatch } from './banner-preview.tsx';

/** A local picture with its data URL, since the content security policy allows no other local URL. */
export interface ChosenPicture {
  file: File;
  url: string;
}

/** A thicker frame marks the selection, not only the colour. */
const SWATCH = {
  ...{ border: 1, borderColor: 'text.disabled', borderRadius: 1, p: 0.75, m: 0 },
  '&.Mui-selected': {
    borderColor: 'primary.main',
    boxShadow: (theme: Theme) => `0 0 0 2px ${theme.palette.primary.main}`,
  },
} as const;

interface PictureChoiceProps {
  made: BannerForm['made'];
  chosen: ChosenPicture | null;
  /** True if the banner has an uploaded picture. */
  hasOwn: boolean;
  disabled: boolean;
  onMade: (made: BannerForm['made']) => void;
  onChosen: (picture: ChosenPicture) => void;
}

/** Chooses a pattern of the house or uploads a picture, which the server redraws. */
export function PictureChoice({ made, chosen, hasOwn, disabled, onMade, onChosen }: PictureChoiceProps) {
  const t = useText();
  const own = chosen !== null ? chosen.file.name : hasOwn && made === null ? t('banners.ownKept') : null;
  return (
    <Stack spacing={2}>
      <ToggleButtonGroup
        exclusive
        value={made}
        onChange={(_, next) => onMade(next)}
        disabled={disabled}
        aria-label={t('banners.patterns')}
        sx={{ flexWrap: 'wrap', gap: 1, '& .MuiToggleButton-root': SWATCH }}
      >
        {MADE_BANNERS.map((name, at) => (
          <ToggleButton key={name} value={name} aria-label={t('banners.pattern', { number: at + 1 })}>
            <PatternSwatch name={name} />
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        {disabled ? null : (
          <Button component="label" variant="outlined">
            {t('banners.choosePicture')}
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp"
              hidden
              onChange={({ target }) => {
                const [first] = target.files ?? [];
                if (first !== undefined) read(first, onChosen);
                target.value = '';
              }}
            />
          </Button>
        )}
        <Typography color="textSecondary">{own ?? t('banners.pictureHint')}</Typography>
      </Stack>
    </Stack>
  );
}

function read(file: File, onRead: (picture: ChosenPicture) => void): void {
  const reader = new FileReader();
  reader.addEventListener('load', () => onRead({ file, url: String(reader.result) }));
  reader.readAsDataURL(file);
}
