import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

interface HostPreviewProps {
  words: Readonly<Record<'name' | 'about', string>>;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
  services: string;
  languages: string;
  pictures?: readonly string[];
}

/** Preview of a profile at the width of a phone. */
export function HostPreview({ words, spoken, services, languages, pictures = [] }: HostPreviewProps) {
  return (
    <Paper variant="outlined" sx={{ p: 2, maxWidth: 390, display: 'grid', gap: 1, bgcolor: 'background.default' }}>
      {pictures.length === 0 ? null : (
        <Box sx={{ display: 'flex', gap: 1, overflowX: 'auto' }} tabIndex={0} role="group" aria-label={words.name}>
          {pictures.map((address) => (
            <img
              key={address}
              src={address}
              alt=""
              width={120}
              height={150}
              style={{ borderRadius: 8, flexShrink: 0 }}
            />
          ))}
        </Box>
      )}
      <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }} {...spoken}>
        {words.name || '…'}
      </Typography>
      <Typography color="textSecondary" variant="body2">
        {[services, languages].filter((one) => one !== '').join(' · ')}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} {...spoken}>
        {words.about || '…'}
      </Typography>
    </Paper>
  );
}
