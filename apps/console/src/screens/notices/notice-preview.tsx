import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useText } from '../../features/language/use-text.ts';

interface NoticePreviewProps {
  title: string;
  text: string;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
}

/** Preview of the line on Home and the full notice under Messages, at the width of a phone. */
export function NoticePreview({ title, text, spoken }: NoticePreviewProps) {
  const t = useText();
  return (
    <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5, maxWidth: 390, bgcolor: 'background.default' }}>
      <Typography variant="caption" color="textSecondary">
        {t('notices.onHome')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minWidth: 0 }} {...spoken}>
        <CampaignOutlined fontSize="small" color="primary" />
        <Typography noWrap>{title || '…'}</Typography>
      </Box>
      <Typography variant="caption" color="textSecondary">
        {t('notices.inMessages')}
      </Typography>
      <Paper variant="outlined" sx={{ p: 1.5 }} {...spoken}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title || '…'}</Typography>
        {text === '' ? null : (
          <Typography color="textSecondary" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        )}
      </Paper>
    </Paper>
  );
}
