import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface VideoPreviewProps {
  name: string;
  description: string;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
  /** URL of the picture; null without one. */
  cover: string | null;
  /** Short text for what opens it. */
  mark: string;
  /** Class, length and age; absent: not shown. */
  facts?: string;
  /** Player over the picture, in the place of the mark, which then stands below. */
  player?: ReactNode;
}

/** Preview of a title as members see it. */
export function VideoPreview({ name, description, spoken, cover, mark, facts, player }: VideoPreviewProps) {
  return (
    <Paper variant="outlined" sx={{ maxWidth: 358, overflow: 'hidden', bgcolor: 'background.default' }}>
      <Box sx={{ position: 'relative', aspectRatio: '16 / 9', bgcolor: 'action.hover' }}>
        {cover === null ? null : (
          <Box
            component="img"
            src={cover}
            alt=""
            sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
          />
        )}
        {player ?? (
          <Typography
            variant="caption"
            sx={{
              ...{ position: 'absolute', insetBlockEnd: 8, insetInlineStart: 8, px: 1, py: 0.25, borderRadius: 1 },
              ...{ bgcolor: 'background.paper', color: 'text.primary' },
            }}
          >
            {mark}
          </Typography>
        )}
      </Box>
      {facts === undefined ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ px: 1.5, pt: 1.5 }}>
          {player === undefined ? facts : `${mark} · ${facts}`}
        </Typography>
      )}
      <Box {...spoken} sx={{ p: 1.5, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{name || '…'}</Typography>
        <Typography color="textSecondary" sx={{ whiteSpace: 'pre-line' }}>
          {description}
        </Typography>
      </Box>
    </Paper>
  );
}
