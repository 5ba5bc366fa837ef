import PlayArrow from '@mui/icons-material/PlayArrow';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { beginningAddress } from '../../api/library/films.ts';
import { useText } from '../../features/language/use-text.ts';

const PLACE = { position: 'absolute', inset: 0, width: '100%', height: '100%' } as const;

interface FilmPlayerProps {
  filmId: string;
  /** URL of the picture; null without one. */
  cover: string | null;
}

/** Plays the beginning of a film, which each member may watch. Fills its place. Each start is logged. */
export function FilmPlayer({ filmId, cover }: FilmPlayerProps) {
  const t = useText();
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still');
  if (state === 'playing') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: captions are uploaded as texts and are read on the title's page
      <video
        src={beginningAddress(filmId)}
        poster={cover ?? undefined}
        controls
        autoPlay
        playsInline
        aria-label={t('videos.player')}
        onError={() => setState('failed')}
        style={{ ...PLACE, background: '#000' }}
      />
    );
  }
  return (
    <>
      <Button
        variant="contained"
        startIcon={<PlayArrow />}
        onClick={() => setState('playing')}
        sx={{ position: 'absolute', top: '50%', left: '50%', transform: 'translate(-50%, -50%)', whiteSpace: 'nowrap' }}
      >
        {t('videos.play')}
      </Button>
      {state === 'failed' ? (
        <Typography
          role="alert"
          variant="body2"
          sx={{ position: 'absolute', insetInline: 8, top: 8, p: 1, borderRadius: 1, bgcolor: 'background.paper' }}
        >
          {t('videos.playFailed')}
        </Typography>
      ) : null}
    </>
  );
}
