import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AccentTheme, accentTokens } from '@tercet/contract/accent.ts';
import { type FaceForm, logoUrl } from '../../api/house/face.ts';
import { useText } from '../../features/language/use-text.ts';
import { Sign } from '../../ui/sign.tsx';
import { TOKENS } from '../../ui/theme.ts';

const THEMES: readonly AccentTheme[] = ['light', 'dark'];

/** The face as members see it: name and logo with a button in both themes, and the app icons. */
export function FacePreview({ face }: { face: FaceForm }) {
  const t = useText();
  return (
    <Stack spacing={2} component="section" aria-label={t('face.preview')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))' }}>
        {THEMES.map((theme) => (
          <Phone key={theme} theme={theme} face={face} />
        ))}
      </Box>
      <Icons face={face} />
    </Stack>
  );
}

function Phone({ theme, face: { name, accentLight, accentDark, logo } }: { theme: AccentTheme; face: FaceForm }) {
  const t = useText();
  const accent = theme === 'light' ? accentLight : accentDark;
  const tokens = accentTokens(accent, theme);
  const { paper, ink, line } = TOKENS[theme];
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        p: 2,
        border: `1px solid ${line}`,
        borderRadius: '14px',
        bgcolor: paper,
        color: ink,
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center', fontSize: 22, fontWeight: 600, minWidth: 0 }}>
        {logo === null ? (
          <Box component="span" sx={{ color: accent, lineHeight: 0 }}>
            <Sign size={28} />
          </Box>
        ) : (
          <Box component="img" src={logoUrl(logo)} alt="" sx={{ width: 28, height: 28, objectFit: 'contain' }} />
        )}
        <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {name}
        </Box>
      </Box>
      <Box sx={{ p: 1.5, borderRadius: '10px', bgcolor: tokens['verdigris-tint'], color: ink }}>
        {t('face.sampleText')}{' '}
        <Box component="span" sx={{ color: accent, fontWeight: 600 }}>
          {t('face.sampleLink')}
        </Box>
      </Box>
      <Box
        sx={{
          px: 2,
          py: 1.25,
          borderRadius: '999px',
          bgcolor: accent,
          color: tokens['on-verdigris'],
          fontWeight: 600,
          textAlign: 'center',
        }}
      >
        {t('face.sampleButton')}
      </Box>
      <Typography variant="caption">{t(`face.theme.${theme}`)}</Typography>
    </Box>
  );
}

/** The icon of the installed app, whole and as phones cut it. The server draws it from the logo. */
function Icons({ face: { name, accentLight, ground, logo } }: { face: FaceForm }) {
  const t = useText();
  if (logo === null) return <Typography color="textSecondary">{t('face.ownIcons')}</Typography>;
  const bgcolor = ground === 'accent' ? accentLight : TOKENS.light.paper;
  return (
    <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
      {[
        { share: '80%', borderRadius: '14px' },
        { share: '56%', borderRadius: '50%' },
      ].map(({ share, borderRadius }) => (
        <Box
          key={share}
          sx={{
            width: 72,
            height: 72,
            display: 'grid',
            placeItems: 'center',
            bgcolor,
            borderRadius,
            border: 1,
            borderColor: 'divider',
          }}
        >
          <Box component="img" src={logoUrl(logo)} alt="" sx={{ width: share, height: share, objectFit: 'contain' }} />
        </Box>
      ))}
      <Typography sx={{ overflowWrap: 'anywhere' }}>{t('face.iconOf', { name })}</Typography>
    </Stack>
  );
}
