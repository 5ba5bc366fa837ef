import Box from '@mui/material/Box';
import { PATTERN_BOX, patternOf } from '@tercet/contract/made-banners.ts';
import { Sign } from '../../ui/sign.tsx';
import { BANNER } from '../../ui/theme.ts';

interface BannerPreviewProps {
  title: string;
  text: string;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
  made: string | null;
  /** URL of the uploaded picture; null without one. */
  pictureUrl: string | null;
}

/** Preview of a banner as Home shows it on a phone. */
export function BannerPreview({ title, text, spoken, made, pictureUrl }: BannerPreviewProps) {
  return (
    <Box
      {...spoken}
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'flex-end',
        width: '100%',
        maxWidth: 358,
        minHeight: 152,
        overflow: 'hidden',
        borderRadius: '14px',
        bgcolor: BANNER.ground,
        color: BANNER.ink,
      }}
    >
      <Art made={made} pictureUrl={pictureUrl} mirrored={spoken.dir === 'rtl'} />
      <Box
        sx={{
          position: 'relative',
          p: pictureUrl === null ? 2.5 : 2,
          width: pictureUrl === null ? 'auto' : '100%',
          maxWidth: pictureUrl === null ? '34ch' : 'none',
          bgcolor: pictureUrl === null ? 'transparent' : BANNER.veil,
          overflowWrap: 'anywhere',
        }}
      >
        <Box sx={{ fontSize: 20, fontWeight: 600, lineHeight: 1.2 }}>{title || '…'}</Box>
        {text === '' ? null : <Box sx={{ mt: 0.5, lineHeight: 1.4 }}>{text}</Box>}
      </Box>
    </Box>
  );
}

/** The picture, else the pattern, else the house's logo. */
function Art({ made, pictureUrl, mirrored }: Pick<BannerPreviewProps, 'made' | 'pictureUrl'> & { mirrored: boolean }) {
  if (pictureUrl !== null)
    return <Box component="img" src={pictureUrl} alt="" sx={{ ...COVERS, objectFit: 'cover' }} />;
  if (made !== null) return <Pattern name={made} mirrored={mirrored} />;
  return (
    <Box sx={{ position: 'absolute', insetBlockStart: -46, insetInlineEnd: -38, opacity: 0.16, lineHeight: 0 }}>
      <Sign size={190} />
    </Box>
  );
}

const COVERS = { position: 'absolute', inset: 0, width: '100%', height: '100%' } as const;

function Pattern({ name, mirrored }: { name: string; mirrored: boolean }) {
  return (
    <Box
      component="svg"
      viewBox={PATTERN_BOX}
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      sx={{ ...COVERS, fill: 'none', stroke: 'currentColor', strokeWidth: 1.75, opacity: 0.2 }}
      style={mirrored ? { transform: 'scaleX(-1)' } : undefined}
    >
      {patternOf(name).map((path) => (
        <path key={path} d={path} />
      ))}
    </Box>
  );
}

/** Small sample of a pattern. */
export function PatternSwatch({ name }: { name: string }) {
  return (
    <Box
      component="span"
      sx={{
        position: 'relative',
        display: 'block',
        width: 112,
        height: 48,
        overflow: 'hidden',
        borderRadius: 1,
        bgcolor: BANNER.ground,
        color: BANNER.ink,
      }}
    >
      <Pattern name={name} mirrored={false} />
    </Box>
  );
}
